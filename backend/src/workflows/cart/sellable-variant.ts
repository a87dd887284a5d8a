import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { PICTURE, readCatalogueRow, type Shop } from "../../catalogue"
import { databaseOf } from "../../query/database"

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

/** All that Medusa remembers of a product on a cart's line. */
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

/** A product as it can be bought at this moment. */
export interface SellableVariant {
  content: VariantDetails
  /** How many there are, those in this and other carts included; orders are not. */
  stock: number
  price: Price
}

export interface Price {
  /** Pounds */
  amount: number
  /** Pounds, when a sale has brought the price down. */
  compareAt: number | undefined
  isTaxInclusive: boolean
}

/**
 * A product's stock and words, read from the database now.
 * @param variantId one of its variants; the first where none is named
 */
export async function findSellableVariant(
  container: MedusaContainer,
  shop: Shop,
  productId: string,
  variantId?: string,
): Promise<Omit<SellableVariant, "price"> | undefined> {
  const database = databaseOf(container)
  const row = await readCatalogueRow(database, shop.salesChannelId, productId)
  const variant =
    variantId === undefined ? row?.variants[0] : row?.variants.find(({ id }) => id === variantId)
  if (!variant) return undefined
  const [content] = await database.ask(contentRow, SQL, { variant: variant.id })
  return content && { content, stock: variant.stock }
}

/**
 * What one of `quantity` costs, by Medusa's own reckoning: price lists, sales and quantities included.
 * @returns undefined when it has no price here.
 */
export async function priceOf(
  container: MedusaContainer,
  shop: Shop,
  content: VariantDetails,
  quantity: number,
): Promise<Price | undefined> {
  const [price] = await container
    .resolve(Modules.PRICING)
    .calculatePrices(
      { id: [content.price_set_id] },
      { context: { region_id: shop.regionId, currency_code: shop.currencyCode, quantity } },
    )
  const amount = price?.calculated_amount
  if (!price || amount === null || amount === undefined) return undefined
  const isSale = price.calculated_price?.price_list_type === "sale" && price.original_amount !== amount
  return {
    amount: Number(amount),
    compareAt: isSale ? Number(price.original_amount) : undefined,
    isTaxInclusive: price.is_calculated_price_tax_inclusive === true,
  }
}
