import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { FeedItem } from "@shop/contracts/product-feed"
import { querySql } from "../platform/sql/query"
import type { Entry } from "./entries"
import { imageAddress, PICTURE } from "./pictures"
import { type ProductFacts, readProductFacts } from "./product-facts"
import type { Snapshot } from "./snapshot"

const text = z
  .string()
  .nullable()
  .transform((value) => (value?.trim() ? value.trim() : null))

const row = z.object({
  id: z.string(),
  googleCategory: text,
  changedAt: z.coerce.date(),
  images: z.array(z.string()),
  variants: z.array(
    z.object({
      id: z.string(),
      barcodes: z.array(text),
      mpn: text,
      grams: z.number().nullable(),
    }),
  ),
})
type Row = z.infer<typeof row>

/** What only a feed needs of these products. Staff enter the part number and Google's category as metadata. */
const SQL = `
select p.id,
  greatest(p.updated_at, (select f.updated_at from food_information f where f.product_id = p.id and f.deleted_at is null),
    (select max(greatest(v.updated_at, a.updated_at)) from product_variant v
      left join product_variant_price_set s on s.variant_id = v.id and s.deleted_at is null
      left join price a on a.price_set_id = s.price_set_id and a.deleted_at is null
      where v.product_id = p.id and v.deleted_at is null)) as "changedAt",
  coalesce(nullif(p.metadata ->> 'google_product_category', ''), (select c.metadata ->> 'google_product_category'
    from product_category_product l join product_category c on c.id = l.product_category_id and c.deleted_at is null
    where l.product_id = p.id and c.metadata ->> 'google_product_category' <> ''
    order by c.rank, c.id limit 1)) as "googleCategory",
  array_remove(array[${PICTURE}] || array(select i.url from image i
    where i.product_id = p.id and i.deleted_at is null order by i.rank, i.id), null) as images,
  coalesce((select json_agg(json_build_object('id', v.id, 'barcodes', json_build_array(v.ean, v.upc, v.barcode),
      'mpn', coalesce(nullif(v.metadata ->> 'mpn', ''), p.metadata ->> 'mpn'),
      'grams', coalesce(cast(v.weight as float), cast(p.weight as float))))
    from product_variant v where v.product_id = p.id and v.deleted_at is null), '[]') as variants
from product p where p.id = any(:products) and p.deleted_at is null`

/** The sizes of these products as a feed lists them. A product deleted meanwhile is left out. */
export async function readFeedItems(
  container: MedusaContainer,
  snapshot: Snapshot,
  productIds: readonly string[],
): Promise<FeedItem[]> {
  const products = [...productIds]
  const [rows, declared] = await Promise.all([
    querySql(container, row, SQL, { products }),
    readProductFacts(container, products),
  ])
  const rowOf = new Map(rows.map((one) => [one.id, one]))
  const factsOf = new Map(declared.map((facts) => [facts.id, facts]))
  return products.flatMap((id) => {
    const [entry, found, facts] = [snapshot.byId(id), rowOf.get(id), factsOf.get(id)]
    return entry && found && facts ? itemsOf(entry, found, facts, snapshot) : []
  })
}

function itemsOf(entry: Entry, found: Row, facts: ProductFacts, snapshot: Snapshot): FeedItem[] {
  const { product, variants } = entry
  const category = snapshot.category(product.categoryId)
  const shared = {
    productId: product.id,
    name: product.name,
    slug: product.slug,
    description: product.description,
    images: [...new Set(found.images.flatMap((url) => imageAddress(url) ?? []))],
    isFood: entry.food !== null,
    maker: entry.food?.operator?.name ?? null,
    category: category ? { name: category.name, slug: category.slug } : null,
    googleCategory: found.googleCategory,
    changedAt: found.changedAt.toISOString(),
  }
  return variants.map(({ id, weight, price, originalPrice, stock }) => {
    const own = found.variants.find((variant) => variant.id === id)
    return {
      ...shared,
      id,
      size: variants.length > 1 && weight !== "" ? weight : null,
      price,
      originalPrice: originalPrice ?? null,
      isInStock: stock > 0,
      barcodes: own?.barcodes.flatMap((code) => code ?? []) ?? [],
      mpn: own?.mpn ?? null,
      netQuantity: facts.variants.find((variant) => variant.id === id)?.netQuantity ?? null,
      parcelGrams: own?.grams ?? null,
    }
  })
}
