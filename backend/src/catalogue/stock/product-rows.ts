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
  /** Where Medusa's admin counts it: an inventory item, one of several if it has several, at a location. */
  counted: { item: string; location: string } | null
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
  const variantsOf = await countVariants(container, facts)
  return products.flatMap((product) => {
    const declared = declaredOf.get(product.id)
    return declared ? [{ ...product, declared, variants: variantsOf(declared) }] : []
  })
}

/** Reads what is counted of all variants of these products. @returns the variants of one of them with it */
export async function countVariants(
  container: MedusaContainer,
  facts: readonly ProductFacts[],
): Promise<(declared: ProductFacts) => VariantRow[]> {
  const variants = facts.flatMap((declared) => declared.variants.map(({ id }) => id))
  const counted = await readStock(container, { variants })
  const countsOf = new Map(counted.map((row) => [row.variantId, row]))
  return (declared) =>
    declared.variants.map((variant) => {
      const counts = countsOf.get(variant.id)
      return {
        ...variant,
        price: variant.pence === null ? null : toPounds(variant.pence),
        stock: counts?.stock ?? null,
        counted: counts?.item && counts.location ? { item: counts.item, location: counts.location } : null,
        available: counts?.available ?? null,
        isStockShared: counts?.isShared ?? false,
      }
    })
}
