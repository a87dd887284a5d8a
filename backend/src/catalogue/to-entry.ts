import type { Food, ProductVariant } from "@shop/contracts"
import { z } from "@medusajs/framework/zod"
import { unitPriceOf } from "../modules/food-information"
import { toPence, toPounds } from "../query/money"
import type { Entry, CatalogueContext } from "./entry"
import { imageAddress } from "./image-address"
import type { ProductFacts } from "./product-facts"
import type { CatalogueRow } from "./read-model"

/** What Medusa calls the one variant of a product that was given no options. */
const UNNAMED_VARIANT = "Default variant"

/** A product's own words, and the categories it stands in. */
export const contentRow = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  description: z.string(),
  thumbnail: z.string().nullable(),
  categories: z.array(z.string()),
})
type ContentRow = z.infer<typeof contentRow>

/** A product on the shelf; undefined when none of its variants has a price here. */
export function toEntry(
  content: ContentRow,
  declared: ProductFacts,
  counted: CatalogueRow["variants"],
  prices: ReadonlyMap<string, number>,
  context: CatalogueContext,
): Entry | undefined {
  const variants = counted.flatMap(({ id, stock }) => toVariant(declared, prices.get(id), id, stock))
  const [first] = variants
  if (!first) return undefined
  const standsIn = new Set(content.categories)
  // In the shop's order, and only those it shows: a hidden category has no page to lead back to.
  const categoryIds = context.categories.filter(({ id }) => standsIn.has(id)).map(({ id }) => id)
  const badge = declared.badge?.trim() ?? ""
  return {
    variants,
    food: declared.isFood ? toFood(declared) : null,
    categoryIds,
    pence: Math.min(...variants.map(({ price }) => toPence(Number(price)))),
    searchText: `${content.title}\n${content.description}`.toLowerCase(),
    product: {
      id: content.id,
      name: content.title,
      slug: content.handle,
      description: content.description,
      image: imageAddress(content.thumbnail),
      price: first.price,
      weight: first.weight,
      badge: badge === "" ? null : badge,
      stock: first.stock,
      featured: declared.isFeatured,
      categoryId: categoryIds[0] ?? "",
      unitPrice: first.unitPrice,
      ...(variants.length > 1 && { variants }),
    },
  }
}

function toVariant(
  declared: ProductFacts,
  pence: number | undefined,
  id: string,
  stock: number,
): ProductVariant[] {
  const variant = declared.variants.find((one) => one.id === id)
  if (!variant || pence === undefined) return []
  return [
    {
      id,
      weight: variant.weight === UNNAMED_VARIANT ? "" : variant.weight,
      price: toPounds(pence),
      stock,
      unitPrice: unitPriceOf(pence, variant.netQuantity),
    },
  ]
}

/** What a buyer is told of a food. */
export function toFood({ facts }: Pick<ProductFacts, "facts">): Food {
  const { operatorName, operatorAddress, allergens, ...same } = facts
  return {
    ...same,
    allergens: allergens ?? [],
    operator:
      operatorName !== null && operatorAddress !== null
        ? { name: operatorName, address: operatorAddress }
        : null,
  }
}
