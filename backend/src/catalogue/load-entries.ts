import { QueryContext } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { queryRows } from "../query/query-rows"
import type { Entry, Surroundings } from "./entry"
import { imageAddress } from "./image-address"
import { toPence, toPounds } from "./money"
import type { ShelfRow } from "./read-model"

/** Few enough that other requests get their turn in between. */
const BATCH = 100
const FEATURED_TAG = "featured"
/** What Medusa calls the one variant of a product that was given no options. */
const UNNAMED_VARIANT = "Default variant"

const productRow = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  description: z.string().nullable(),
  thumbnail: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  tags: z.array(z.object({ value: z.string() })),
  categories: z.array(z.object({ id: z.string() })),
  variants: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      calculated_price: z.object({ calculated_amount: z.number().nullable() }).nullish(),
    }),
  ),
})
type ProductRow = z.infer<typeof productRow>

const FIELDS = [
  "id",
  "title",
  "handle",
  "description",
  "thumbnail",
  "metadata",
  "tags.value",
  "categories.id",
  "variants.id",
  "variants.title",
  "variants.calculated_price.calculated_amount",
]

/** The products of these rows as the shop shows them, with Medusa's own calculated prices. */
export async function loadEntries(
  container: MedusaContainer,
  surroundings: Surroundings,
  rows: readonly ShelfRow[],
): Promise<readonly Entry[]> {
  const { regionId, currencyCode } = surroundings.shop
  const entries: Entry[] = []
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = new Map(rows.slice(from, from + BATCH).map((row) => [row.productId, row]))
    const products = await queryRows(container, productRow, {
      entity: "product",
      fields: FIELDS,
      filters: { id: [...batch.keys()] },
      context: {
        variants: { calculated_price: QueryContext({ region_id: regionId, currency_code: currencyCode }) },
      },
    })
    for (const product of products) {
      const row = batch.get(product.id)
      const entry = row && toEntry(product, row, surroundings)
      if (entry) entries.push(entry)
    }
  }
  return entries
}

function toEntry(product: ProductRow, row: ShelfRow, surroundings: Surroundings): Entry | undefined {
  const variant = product.variants.find((candidate) => candidate.id === row.variantId)
  const amount = variant?.calculated_price?.calculated_amount
  if (!variant || amount === null || amount === undefined) return undefined
  const pence = toPence(amount)
  const description = product.description ?? ""
  const standsIn = new Set(product.categories.map((category) => category.id))
  // In the shop's order, and only those it shows: a hidden category has no page to lead back to.
  const categoryIds = surroundings.categories.filter(({ id }) => standsIn.has(id)).map(({ id }) => id)
  const badge = product.metadata?.["badge"]
  return {
    variantId: variant.id,
    categoryIds,
    pence,
    searchText: `${product.title}\n${description}`.toLowerCase(),
    product: {
      id: product.id,
      name: product.title,
      slug: product.handle,
      description,
      image: imageAddress(product.thumbnail),
      price: toPounds(pence),
      weight: variant.title && variant.title !== UNNAMED_VARIANT ? variant.title : "",
      badge: typeof badge === "string" && badge.trim() !== "" ? badge : null,
      stock: row.stock,
      featured: product.tags.some((tag) => tag.value === FEATURED_TAG),
      categoryId: categoryIds[0] ?? "",
    },
  }
}
