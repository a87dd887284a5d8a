import type { MedusaContainer } from "@medusajs/framework/types"
import { toPounds } from "@shop/contracts"
import { readStaffProducts } from "../../platform/medusa-tables/products"
import { readStock } from "../../platform/medusa-tables/stock"
import { readProductFacts, type ProductFacts } from ".."

type StaffProduct = Awaited<ReturnType<typeof readStaffProducts>>[number]

export interface ProductRow extends StaffProduct {
  declared: ProductFacts
  variants: readonly VariantRow[]
}

export type VariantRow = ProductFacts["variants"][number] & {
  /** Pounds. Null: not set. */
  price: string | null
  /** Stocked at the shop's own location, reserved or not. Null: inventory is not managed. */
  stock: number | null
  /** Stocked less reserved. */
  available: number | null
  isStockShared: boolean
}

export async function readProductRows(
  container: MedusaContainer,
  handles: readonly string[] | null = null,
): Promise<ProductRow[]> {
  const products = await readStaffProducts(container, { handles })
  const facts = await readProductFacts(
    container,
    products.map(({ id }) => id),
  )
  const declaredOf = new Map(facts.map((declared) => [declared.id, declared]))
  const variants = facts.flatMap((declared) => declared.variants.map(({ id }) => id))
  const counted = await readStock(container, { variants })
  const countsOf = new Map(counted.map((row) => [row.variantId, row]))
  return products.flatMap((product) => {
    const declared = declaredOf.get(product.id)
    if (!declared) return []
    const priced = declared.variants.map((variant) => {
      const counts = countsOf.get(variant.id)
      return {
        ...variant,
        price: variant.pence === null ? null : toPounds(variant.pence),
        stock: counts?.stock ?? null,
        available: counts?.available ?? null,
        isStockShared: counts?.isShared ?? false,
      }
    })
    return [{ ...product, declared, variants: priced }]
  })
}
