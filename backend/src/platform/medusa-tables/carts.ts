import { z } from "@medusajs/framework/zod"
import { AUTOMATIC_PROMOTION } from "./promotions"
import { idStatement, statement, type IdStatement } from "./statement"

/* In SQL because each change through Medusa's API reads all relations several times: about fifteen times the work. */

const lineRow = z.object({
  id: z.string(),
  variantId: z.string().nullable(),
  productId: z.string().nullable(),
  quantity: z.int(),
  /** Stored with the line, for a product that is no longer sold. */
  title: z.string(),
  handle: z.string().nullable(),
  thumbnail: z.string().nullable(),
  variantTitle: z.string().nullable(),
  unitPrice: z.number(),
  isDiscountable: z.boolean(),
})
/**
 * `requiresStandardPath`: credit, a delivery, payment or promotion begun through Medusa's API, a customer's or manual
 * prices. The shop's own codes are only linked; their discount is computed when the cart is read and ordered.
 */
export const readCartState = statement(
  z.object({
    isCompleted: z.boolean(),
    requiresStandardPath: z.boolean(),
    additions: z.array(z.string()).catch([]),
    regionId: z.string().nullable(),
    salesChannelId: z.string().nullable(),
    currency: z.string(),
    code: z.string().nullable(),
    hasAutomaticPromotion: z.boolean(),
    lines: z.array(lineRow),
  }),
  `select c.completed_at is not null as "isCompleted", c.metadata -> 'additions' as additions,
  c.region_id as "regionId", c.sales_channel_id as "salesChannelId", c.currency_code as currency,
  (select p.code from cart_promotion l join promotion p on p.id = l.promotion_id and p.deleted_at is null
    where l.cart_id = c.id and l.deleted_at is null and not p.is_automatic limit 1) as code,
  ${AUTOMATIC_PROMOTION} as "hasAutomaticPromotion",
  (c.customer_id is not null
    or exists (select from credit_line l where l.cart_id = c.id and l.deleted_at is null)
    or exists (select from cart_shipping_method m where m.cart_id = c.id and m.deleted_at is null)
    or exists (select from cart_payment_collection p where p.cart_id = c.id and p.deleted_at is null)
    or exists (select from cart_line_item i where i.cart_id = c.id and i.deleted_at is null and i.is_custom_price)
    or exists (select from cart_line_item i join cart_line_item_adjustment a on a.item_id = i.id and a.deleted_at is null
      where i.cart_id = c.id and i.deleted_at is null)) as "requiresStandardPath",
  coalesce((select json_agg(json_build_object(
      'id', i.id, 'variantId', i.variant_id, 'productId', i.product_id, 'quantity', i.quantity, 'title', i.title,
      'handle', i.product_handle, 'thumbnail', i.thumbnail, 'variantTitle', i.variant_title, 'unitPrice', i.unit_price,
      'isDiscountable', i.is_discountable
    ) order by i.created_at, i.id)
    from cart_line_item i where i.cart_id = c.id and i.deleted_at is null), '[]') as lines
from cart c where c.id = :cart and c.deleted_at is null`,
)

export const cartOfLine: IdStatement<{ line: string }> = idStatement(
  `select cart_id as id from cart_line_item where id = :line and deleted_at is null`,
)

/**
 * Adds a line to a cart, and the cart with its first: the rows that Medusa's cart module writes. The idempotency key in the cart's
 * metadata is stored with the line or not at all.
 */
export const insertCartLine = statement(
  z.unknown(),
  `with cart as (
    insert into cart as c (id, region_id, sales_channel_id, currency_code, metadata)
      values (:cartId, :regionId, :salesChannelId, :currencyCode, cast(:metadata as jsonb))
    on conflict (id) do update set updated_at = now(),
      metadata = case when excluded.metadata is null then c.metadata else coalesce(c.metadata, '{}') || excluded.metadata end)
  insert into cart_line_item (id, cart_id, quantity, title, subtitle, thumbnail, product_id, product_title,
      product_description, product_subtitle, product_type, product_type_id, product_collection, product_handle, variant_id,
      variant_sku, variant_barcode, variant_title, is_discountable, is_giftcard, requires_shipping, metadata, is_tax_inclusive,
      unit_price, raw_unit_price, compare_at_unit_price, raw_compare_at_unit_price)
    values (:lineId, :cartId, :quantity, :title, :variant_title, :thumbnail, :product_id, :title,
      :description, :subtitle, :type, :type_id, :collection, :handle, :variant_id,
      :sku, :barcode, :variant_title, :discountable, :is_giftcard, :requires_shipping, '{}', :isTaxInclusive,
      :unitPrice, cast(:rawUnitPrice as jsonb), :compareAt, cast(:rawCompareAt as jsonb))`,
)

export const updateCartLine = statement(
  z.unknown(),
  `with cart as (
    update cart set updated_at = now(), metadata = coalesce(metadata, '{}') || cast(:metadata as jsonb)
     where id = :cartId and cast(:metadata as jsonb) is not null)
  update cart_line_item set updated_at = now(), quantity = :quantity, is_tax_inclusive = :isTaxInclusive,
      unit_price = :unitPrice, raw_unit_price = cast(:rawUnitPrice as jsonb),
      compare_at_unit_price = :compareAt, raw_compare_at_unit_price = cast(:rawCompareAt as jsonb)
   where id = :lineId`,
)

export const linkCode = statement(
  z.unknown(),
  `insert into cart_promotion (id, cart_id, promotion_id) values (:link, :cart, :promotion)
    on conflict (cart_id, promotion_id) do update set deleted_at = null, updated_at = now()`,
)

/** Removes the links of a cart to the codes that were typed; returns their ids. */
export const unlinkCodes: IdStatement<{ cart: string }> = idStatement(
  `update cart_promotion l set deleted_at = now(), updated_at = now() from promotion p
   where l.cart_id = :cart and l.deleted_at is null and p.id = l.promotion_id and not p.is_automatic
  returning l.id`,
)
