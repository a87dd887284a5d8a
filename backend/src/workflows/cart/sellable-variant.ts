import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { PICTURE, readCatalogueRow, readPrices, type CalculatedPrice, type Shop } from "../../catalogue"
import { querySql } from "../../platform/sql/query"

const text = z.string().nullable()
const contentRow = z.object({
  variant_id: z.string(),
  variant_title: text,
  sku: text,
  barcode: text,
  thumbnail: text,
  price_set_id: z.string(),
  product_id: z.string(),
  title: z.string(),
  subtitle: text,
  description: text,
  handle: z.string(),
  discountable: z.boolean(),
  is_giftcard: z.boolean(),
  type: text,
  type_id: text,
  collection: text,
  requires_shipping: z.boolean(),
})
export type VariantDetails = z.infer<typeof contentRow>

/** Everything that Medusa copies from a product to a cart's line. */
const SQL = `
select v.id as variant_id, v.title as variant_title, v.sku, v.barcode, coalesce(v.thumbnail, ${PICTURE}) as thumbnail,
  s.price_set_id, p.id as product_id, p.title, p.subtitle, p.description, p.handle, p.discountable, p.is_giftcard,
  t.value as type, t.id as type_id, c.title as collection,
  (exists (select from product_shipping_profile f where f.product_id = p.id and f.deleted_at is null)
    or exists (select from product_variant_inventory_item l
      join inventory_item i on i.id = l.inventory_item_id and i.deleted_at is null and i.requires_shipping
      where l.variant_id = v.id and l.deleted_at is null)) as requires_shipping
from product_variant v
join product p on p.id = v.product_id
join product_variant_price_set s on s.variant_id = v.id and s.deleted_at is null
left join product_type t on t.id = p.type_id and t.deleted_at is null
left join product_collection c on c.id = p.collection_id and c.deleted_at is null
where v.id = :variant`

export interface SellableVariant {
  content: VariantDetails
  /** Stock less reservations. Carts do not reserve. */
  stock: number
  price: CalculatedPrice
}

/**
 * Reads a variant's stock and texts from the database.
 * @param variantId one of its variants; default: the first
 */
export async function findSellableVariant(
  container: MedusaContainer,
  shop: Shop,
  productId: string,
  variantId?: string,
): Promise<Omit<SellableVariant, "price"> | undefined> {
  const row = await readCatalogueRow(container, shop.salesChannelId, productId)
  const variant =
    variantId === undefined ? row?.variants[0] : row?.variants.find(({ id }) => id === variantId)
  if (!variant) return undefined
  const [content] = await querySql(container, contentRow, SQL, { variant: variant.id })
  return content && { content, stock: variant.stock }
}

/**
 * The price of one of `quantity`.
 * @returns undefined when it has no price in this region
 */
export async function priceOf(
  container: MedusaContainer,
  { regionId, currencyCode: currency }: Shop,
  { price_set_id: id }: VariantDetails,
  quantity: number,
): Promise<CalculatedPrice | undefined> {
  return (await readPrices(container, [id], { regionId, currency, quantity })).get(id)
}
