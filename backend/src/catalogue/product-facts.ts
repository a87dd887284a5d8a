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
import { toPence } from "../platform/money"
import { whyNotChargeable } from "./chargeable"

type Declared = Awaited<ReturnType<typeof readDeclarations>>[number]

/** What staff declare about a product beyond Medusa's own fields. */
export interface ProductFacts extends Omit<Declared, "food" | "vat" | "variants"> {
  /** Null if staff set another tax rate in Medusa. */
  vat: z.output<typeof vatCategorySchema> | null
  facts: FoodFacts
  variants: readonly (Omit<Declared["variants"][number], "stated" | "price"> & {
    /** What staff ask for it without a sale. Null: nothing that an order can be charged, so that the shop does not show it. */
    pence: number | null
    /** The net quantity that staff entered in addition to the weight text. */
    stated: z.output<typeof netQuantityRow> | null
    netQuantity: NetQuantity | null
  })[]
  /** What is missing before it can be sold. */
  missing: readonly Missing[]
  /** What shoppers miss, and what does not keep it from being sold. */
  advised: readonly Missing[]
}

type Known = Pick<ProductFacts, "isFood" | "facts" | "variants" | "isUncountedOnPurpose">

const nameOf = (weight: string, { length }: Known["variants"]) => (length > 1 ? ` of “${weight}”` : "")

const unpriced = (variants: Known["variants"]): Missing[] =>
  variants
    .filter(({ pence }) => pence === null)
    .map(({ id, weight }) => ({
      field: `variants.${id}.price`,
      words: `the price${nameOf(weight, variants)}`,
    }))

/** The shop shows the sizes that have a price. */
const isPriced = (variants: Known["variants"]) => variants.some(({ pence }) => pence !== null)

/** In the words of the form, which has a field for each. */
export function missingForSale({ isFood, facts, variants, isUncountedOnPurpose }: Known): Missing[] {
  // Without a count it would be sold without limit.
  const uncounted = variants.filter(({ isCounted }) => !isCounted && !isUncountedOnPurpose)
  return [
    ...(isPriced(variants) ? [] : unpriced(variants)),
    ...uncounted.map(({ id, weight }) => ({
      field: `variants.${id}.stock`,
      words: `the number in stock${nameOf(weight, variants)}`,
    })),
    ...(isFood ? missingFacts(facts, variants) : []),
  ]
}

const advisedForSale = ({ hasPicture, hasCategory }: Declared, variants: Known["variants"]): Missing[] => [
  ...(hasPicture ? [] : [{ field: "pictures", words: "a photo" }]),
  ...(hasCategory ? [] : [{ field: "categories", words: "a category, in which shoppers find it" }]),
  ...(isPriced(variants) ? unpriced(variants) : []),
]

export async function readProductFacts(
  container: MedusaContainer,
  productIds: readonly string[],
): Promise<ProductFacts[]> {
  if (productIds.length === 0) return []
  const rows = await readDeclarations(container, { products: productIds })
  return rows.map((row) => {
    const { food, vat, variants, ...product } = row
    const facts = food === null ? NOTHING_SAID : foodRow.parse(food)
    const measured = variants.map(({ price, ...variant }) => {
      const stated = variant.stated === null ? null : netQuantityRow.parse(variant.stated)
      return {
        ...variant,
        stated,
        netQuantity: stated ?? netQuantityIn(variant.weight),
        pence: price === null || whyNotChargeable(price) !== null ? null : toPence(price),
      }
    })
    return {
      ...product,
      facts,
      vat: vatCategorySchema.safeParse(vat).data ?? null,
      variants: measured,
      missing: missingForSale({ ...product, facts, variants: measured }),
      advised: advisedForSale(row, measured),
    }
  })
}
