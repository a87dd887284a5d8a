import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "@medusajs/framework/zod"
import { vatCategorySchema, type NetQuantity } from "@shop/contracts"
import {
  foodRow,
  missingFacts,
  netQuantityIn,
  netQuantityRow,
  NOTHING_SAID,
  type FoodFacts,
  type Missing,
} from "../modules/food-information"
import { readDeclarations } from "../platform/medusa-tables/products"

type Declared = Awaited<ReturnType<typeof readDeclarations>>[number]

/** What staff declare about a product beyond Medusa's own fields. */
export interface ProductFacts extends Omit<Declared, "food" | "vat" | "variants"> {
  /** Null if staff set another tax rate in Medusa. */
  vat: z.output<typeof vatCategorySchema> | null
  facts: FoodFacts
  variants: readonly (Omit<Declared["variants"][number], "stated"> & {
    /** The net quantity that staff entered in addition to the weight text. */
    stated: z.output<typeof netQuantityRow> | null
    netQuantity: NetQuantity | null
  })[]
  /** What is missing before it can be sold; always empty for a product that is not food. */
  missing: readonly Missing[]
}

export async function readProductFacts(
  container: MedusaContainer,
  productIds: readonly string[],
): Promise<ProductFacts[]> {
  if (productIds.length === 0) return []
  const rows = await readDeclarations(container, { products: productIds })
  return rows.map(({ food, vat, variants, ...product }) => {
    const facts = foodRow.nullable().parse(food) ?? NOTHING_SAID
    const measured = variants.map((variant) => {
      const stated = netQuantityRow.nullable().parse(variant.stated)
      return { ...variant, stated, netQuantity: stated ?? netQuantityIn(variant.weight) }
    })
    return {
      ...product,
      facts,
      vat: vatCategorySchema.safeParse(vat).data ?? null,
      variants: measured,
      missing: product.isFood ? missingFacts(facts, measured) : [],
    }
  })
}
