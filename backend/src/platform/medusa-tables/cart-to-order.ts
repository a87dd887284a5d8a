import { z } from "@medusajs/framework/zod"
import { idRow, many } from "../sql/query"
import { AUTOMATIC_PROMOTION } from "./promotions"
import { statement } from "./statement"

/* In SQL because a buyer waits for it: Medusa's checkout reads the cart with all its relations after each of seven calls. */

export const readCartToOrder = statement(
  z.object({
    id: z.string(),
    region_id: z.string().nullable(),
    sales_channel_id: z.string().nullable(),
    currency_code: z.string(),
    locale: z.string().nullish(),
    customer_id: z.string().nullish(),
    completed_at: z.coerce.date().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    hasAutomaticPromotion: z.boolean(),
    promotions: many(z.object({ code: z.string(), is_automatic: z.boolean() })),
    credit_lines: many(idRow),
    items: many(
      z.object({
        id: z.string(),
        quantity: z.coerce.number().int().positive(),
        title: z.string(),
        subtitle: z.string().nullish(),
        thumbnail: z.string().nullish(),
        variant_id: z.string().nullable(),
        product_id: z.string().nullable(),
        product_title: z.string().nullish(),
        product_description: z.string().nullish(),
        product_subtitle: z.string().nullish(),
        product_type: z.string().nullish(),
        product_type_id: z.string().nullish(),
        product_collection: z.string().nullish(),
        product_handle: z.string().nullish(),
        variant_sku: z.string().nullish(),
        variant_barcode: z.string().nullish(),
        variant_title: z.string().nullish(),
        variant_option_values: z.record(z.string(), z.unknown()).nullish(),
        requires_shipping: z.boolean(),
        is_discountable: z.boolean(),
        is_giftcard: z.boolean(),
        is_custom_price: z.boolean(),
        is_tax_inclusive: z.boolean(),
        metadata: z.record(z.string(), z.unknown()).nullish(),
        adjustments: many(idRow),
      }),
    ),
  }),
  `select c.id, c.region_id, c.sales_channel_id, c.currency_code, c.locale, c.customer_id, c.completed_at, c.metadata,
    ${AUTOMATIC_PROMOTION} as "hasAutomaticPromotion",
    (select json_agg(json_build_object('code', p.code, 'is_automatic', p.is_automatic))
       from cart_promotion l join promotion p on p.id = l.promotion_id and p.deleted_at is null
      where l.cart_id = c.id and l.deleted_at is null) as promotions,
    (select json_agg(json_build_object('id', l.id)) from credit_line l
      where l.cart_id = c.id and l.deleted_at is null) as credit_lines,
    (select json_agg(to_jsonb(i) || jsonb_build_object('adjustments', (
         select jsonb_agg(jsonb_build_object('id', a.id)) from cart_line_item_adjustment a
          where a.item_id = i.id and a.deleted_at is null)) order by i.created_at, i.id)
       from cart_line_item i where i.cart_id = c.id and i.deleted_at is null) as items
    from cart c where c.id = :cart and c.deleted_at is null`,
)

/** Staff may set another limit for one product than `PIECES_PER_LINE`. What is no whole number sets none. */
const productMetadata = z
  .object({ pieces_per_line: z.coerce.number().int().min(1).max(100_000).nullable().catch(null) })
  .nullish()

export const readVariantsToOrder = statement(
  z.object({
    id: z.string(),
    manage_inventory: z.boolean(),
    allow_backorder: z.boolean(),
    product: z.object({ id: z.string(), status: z.string(), metadata: productMetadata }),
    price_set_id: z.string().nullable(),
    inventory_items: many(
      z.object({
        inventory_item_id: z.string(),
        required_quantity: z.coerce.number(),
        inventory: z.object({
          location_levels: many(
            z.object({
              location_id: z.string(),
              stocked_quantity: z.coerce.number(),
              reserved_quantity: z.coerce.number(),
            }),
          ),
        }),
      }),
    ),
  }),
  `select v.id, v.manage_inventory, v.allow_backorder, s.price_set_id,
    json_build_object('id', p.id, 'status', p.status, 'metadata', p.metadata) as product,
    (select json_agg(json_build_object('inventory_item_id', l.inventory_item_id, 'required_quantity', l.required_quantity,
         'inventory', json_build_object('location_levels', (
           select json_agg(json_build_object('location_id', n.location_id, 'stocked_quantity', n.stocked_quantity,
               'reserved_quantity', n.reserved_quantity))
             from inventory_level n where n.inventory_item_id = l.inventory_item_id and n.deleted_at is null))))
       from product_variant_inventory_item l where l.variant_id = v.id and l.deleted_at is null) as inventory_items
    from product_variant v
    join product p on p.id = v.product_id and p.deleted_at is null
    left join product_variant_price_set s on s.variant_id = v.id and s.deleted_at is null
   where v.deleted_at is null
     and v.id in (select i.variant_id from cart_line_item i where i.cart_id = :cart and i.deleted_at is null)`,
)
