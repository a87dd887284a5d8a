import { z } from "@medusajs/framework/zod"
import { textOrEmpty, type Database } from "../sql/query"
import { statement } from "./statement"

/* Stock over the whole catalogue. In SQL because Medusa's API neither compares two columns nor adds up the places of an item. */

/** For each inventory item by itself: of a product of several items the scarcest decides elsewhere. */
const LEFT_TO_SELL = `
  select i.inventory_item_id, min(p.title) as name, min(v.title) as variant, min(v.sku) as sku,
         (select coalesce(sum(l.stocked_quantity - l.reserved_quantity), 0)
            from inventory_level l
           where l.inventory_item_id = i.inventory_item_id and l.deleted_at is null) as left
    from product_variant_inventory_item i
    join product_variant v on v.id = i.variant_id and v.deleted_at is null and v.manage_inventory
    join product p on p.id = v.product_id and p.deleted_at is null and p.status = 'published'
   where i.deleted_at is null
   group by i.inventory_item_id`

/**
 * Compares the stock with the `threshold`: what has fallen to it gets an alarm `alarmId`, what has risen above it loses its own.
 * Returns the new ones. A row that is deleted is above the threshold, so the insert never meets it.
 */
export const updateStockAlarms = statement(
  z.object({ inventory_item_id: z.string() }),
  `with stock as (${LEFT_TO_SELL}), ended as (
    delete from stock_alarm a
     where not exists (select 1 from stock s
                        where s.inventory_item_id = a.inventory_item_id and s.left <= cast(:threshold as integer))
  )
  insert into stock_alarm (id, inventory_item_id, alarm_id)
  select 'stkalm_' || gen_random_uuid(), s.inventory_item_id, :alarmId
    from stock s
   where s.left <= cast(:threshold as integer)
      on conflict do nothing
  returning inventory_item_id`,
)

export const readAlarm = statement(
  z.object({ name: z.string(), variant: textOrEmpty, sku: textOrEmpty, left: z.coerce.number().int() }),
  `select s.name, s.variant, s.sku, s.left from (${LEFT_TO_SELL}) s
         join stock_alarm a on a.inventory_item_id = s.inventory_item_id
        where a.alarm_id = :alarmId order by s.left, s.name`,
)

const stockOf = (which: string) => `
  select l.variant_id as "variantId", min(v.product_id) as product, min(l.inventory_item_id) filter (where i.id is not null) as item, min(s.default_location_id) as location, min(coalesce(i.stocked_quantity, 0)) as stock,
  min(coalesce(i.stocked_quantity - i.reserved_quantity, 0)) as available,
  count(*) > 1 or max(l.required_quantity) > 1 or bool_or(exists (select from product_variant_inventory_item o
    where o.inventory_item_id = l.inventory_item_id and o.variant_id <> l.variant_id and o.deleted_at is null)) as "isShared"
from product_variant_inventory_item l
join product_variant v on v.id = l.variant_id and v.manage_inventory
cross join (select default_location_id from store where deleted_at is null limit 1) s
left join inventory_level i on i.inventory_item_id = l.inventory_item_id and i.location_id = s.default_location_id
  and i.deleted_at is null
where l.deleted_at is null and ${which} group by l.variant_id`

/**
 * The stock of these variants at the shop's own location: `available` is less what is reserved. `isShared`: it is no count of
 * this size alone, because another size takes of it too, or this one several pieces or items.
 */
export const readStock = statement(
  z.object({
    variantId: z.string(),
    /** Null: none has a level there. */
    item: z.string().nullable(),
    location: z.string().nullable(),
    stock: z.coerce.number(),
    available: z.coerce.number(),
    isShared: z.boolean(),
  }),
  stockOf("l.variant_id = any(:variants)"),
)

/** Those of these variants that are not counted; `freeItem`: the inventory item of its SKU, if it has none and no other size has it. */
export const readUncounted = statement(
  z.object({ id: z.string(), isManaged: z.boolean(), freeItem: z.string().nullable() }),
  `select v.id, v.manage_inventory as "isManaged", (select i.id from inventory_item i
    where i.sku = v.sku and i.deleted_at is null and not exists (
      select from product_variant_inventory_item l
      where (l.inventory_item_id = i.id or l.variant_id = v.id) and l.deleted_at is null)) as "freeItem"
from product_variant v where v.id = any(:variants) and v.deleted_at is null and not (v.manage_inventory and exists (
  select from product_variant_inventory_item l where l.variant_id = v.id and l.deleted_at is null))`,
)

/** Below this, stock is low; the shop shows 'Only 5 left' below the same number. */
export const LOW_BELOW = 6

const shortages = statement(
  z.object({ low: z.number(), soldOut: z.number() }),
  `select count(*) filter (where is_low)::int as low, count(*) filter (where is_sold_out)::int as "soldOut" from (
       select bool_or(s.available > 0 and s.available < ${LOW_BELOW}) as is_low, bool_or(s.available <= 0) as is_sold_out
         from (${stockOf("v.deleted_at is null")}) s
         join product p on p.id = s.product and p.status = 'published' and p.deleted_at is null
        group by p.id) counted`,
)

export async function countShortages(database: Database): Promise<{ low: number; soldOut: number }> {
  return (await shortages(database))[0] ?? { low: 0, soldOut: 0 }
}

/** Stock levels of which more is reserved than there is. As many rows as sizes on sale. */
export const countOversold = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from inventory_level where deleted_at is null and reserved_quantity > stocked_quantity`,
)
