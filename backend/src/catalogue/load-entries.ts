import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../query/database"
import type { Entry, Surroundings } from "./entry"
import { imageAddress } from "./image-address"
import { toPence, toPounds } from "./money"
import type { ShelfRow } from "./read-model"
import type { Shop } from "./shop"

/** Few enough that other requests get their turn in between, many enough that ten thousand take half a second. */
const BATCH = 1000
/** What Medusa calls the one variant of a product that was given no options. */
const UNNAMED_VARIANT = "Default variant"

/** Words and places of these variants' products; the price is Medusa's to calculate. */
const SQL = `
select p.id, v.id as variant_id, s.price_set_id, p.title, p.handle, coalesce(p.description, '') as description,
  p.thumbnail, coalesce(v.title, '') as weight, p.metadata ->> 'badge' as badge,
  exists (select from product_tags l join product_tag t on t.id = l.product_tag_id and t.deleted_at is null
    where l.product_id = p.id and t.value = 'featured') as featured,
  array(select l.product_category_id from product_category_product l where l.product_id = p.id) as categories
from product_variant v
join product p on p.id = v.product_id
join product_variant_price_set s on s.variant_id = v.id and s.deleted_at is null
where v.id = any(:variants)`

const contentRow = z.object({
  id: z.string(),
  variant_id: z.string(),
  price_set_id: z.string(),
  title: z.string(),
  handle: z.string(),
  description: z.string(),
  thumbnail: z.string().nullable(),
  weight: z.string(),
  badge: z.string().nullable(),
  featured: z.boolean(),
  categories: z.array(z.string()),
})
type ContentRow = z.infer<typeof contentRow>

/** The products of these rows as the shop shows them, with Medusa's own calculated prices. */
export async function loadEntries(
  container: MedusaContainer,
  surroundings: Surroundings,
  rows: readonly ShelfRow[],
): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = new Map(rows.slice(from, from + BATCH).map((row) => [row.variantId, row]))
    const contents = await databaseOf(container).ask(contentRow, SQL, { variants: [...batch.keys()] })
    const prices = await calculatePrices(container, surroundings.shop, contents)
    for (const content of contents) {
      const pence = prices.get(content.price_set_id)
      const stock = batch.get(content.variant_id)?.stock
      if (pence !== undefined && stock !== undefined)
        entries.push(toEntry(content, pence, stock, surroundings))
    }
  }
  return entries
}

/** Pence by price set; one without a price here is left out. */
async function calculatePrices(
  container: MedusaContainer,
  shop: Shop,
  contents: readonly ContentRow[],
): Promise<ReadonlyMap<string, number>> {
  const prices = await container
    .resolve(Modules.PRICING)
    .calculatePrices(
      { id: contents.map((content) => content.price_set_id) },
      { context: { region_id: shop.regionId, currency_code: shop.currencyCode } },
    )
  return new Map(
    prices.flatMap(({ id, calculated_amount: amount }) =>
      amount === null ? [] : [[id, toPence(Number(amount))] as const],
    ),
  )
}

function toEntry(content: ContentRow, pence: number, stock: number, surroundings: Surroundings): Entry {
  const standsIn = new Set(content.categories)
  // In the shop's order, and only those it shows: a hidden category has no page to lead back to.
  const categoryIds = surroundings.categories.filter(({ id }) => standsIn.has(id)).map(({ id }) => id)
  const badge = content.badge?.trim() ?? ""
  return {
    variantId: content.variant_id,
    categoryIds,
    pence,
    searchText: `${content.title}\n${content.description}`.toLowerCase(),
    product: {
      id: content.id,
      name: content.title,
      slug: content.handle,
      description: content.description,
      image: imageAddress(content.thumbnail),
      price: toPounds(pence),
      weight: content.weight === UNNAMED_VARIANT ? "" : content.weight,
      badge: badge === "" ? null : badge,
      stock,
      featured: content.featured,
      categoryId: categoryIds[0] ?? "",
    },
  }
}
