import { z } from "@medusajs/framework/zod"
import { IS_TAKEN_BACK } from "./order-payment"
import { statement } from "./statement"

/** Longer than any of Medusa's workflows takes: what changed later may still be changing. */
export const QUIET_SINCE = "now() - interval '5 minutes'"

/** What of the line `line` is not sent, by the inventory items of its variant; null: its stock is not counted. */
const WANTED = `(
  select jsonb_object_agg(part.inventory_item_id, part.required_quantity * line.unsent)
    from order_line_item l
    join product_variant v on v.id = l.variant_id and v.manage_inventory and v.deleted_at is null
    join product_variant_inventory_item part on part.variant_id = v.id and part.deleted_at is null
   where l.id = line.id)`

const RESERVED = `(
  select jsonb_object_agg(item, quantity)
    from (select inventory_item_id as item, sum(quantity) as quantity from reservation_item
           where line_item_id = line.id and deleted_at is null group by 1) held)`

/**
 * Orders of which lines do not reserve what they have and was not sent, one or all: a process died between two writes of Medusa's edit,
 * parcel or cancellation, or took a write for failed that was done. An order that is cancelled, or refunded and completed, reserves
 * nothing. In SQL because it compares two modules, over the table of open orders and all reservations.
 */
export const readWrongReservations = statement(
  z.object({ id: z.string(), isEnded: z.boolean(), lines: z.array(z.string()) }),
  `select o.id, ended."isEnded", array_agg(line.id) as lines
     from (select order_id as id from open_order
           union
           select i.order_id from reservation_item r
            cross join lateral (select order_id from order_item where item_id = r.line_item_id and deleted_at is null limit 1) i
            where r.deleted_at is null) candidate
    cross join lateral (select * from "order" where id = candidate.id limit 1) o
    cross join lateral (select o.status = 'canceled' or (o.status = 'completed' and ${IS_TAKEN_BACK}) as "isEnded") ended
    cross join lateral (
      select i.item_id as id, coalesce(sum(i.quantity - i.fulfilled_quantity)
               filter (where i.version = o.version and not ended."isEnded"), 0) as unsent
        from order_item i where i.order_id = o.id and i.deleted_at is null group by 1) line
    where (o.status = 'pending' or ended."isEnded") and o.deleted_at is null and not o.is_draft_order
      and (cast(:orderId as text) is null or o.id = :orderId)
      and case when line.unsent > 0 then ${WANTED} <> coalesce(${RESERVED}, '{}') else ${RESERVED} is not null end
      and (ended."isEnded" or o.updated_at < ${QUIET_SINCE} and (
        select count(*) from reservation_item r where r.line_item_id = line.id and r.deleted_at is null
           and r.updated_at > ${QUIET_SINCE}) + (
        select count(*) from reservation_item r where r.line_item_id = line.id and r.deleted_at > ${QUIET_SINCE}) = 0)
    group by o.id, ended."isEnded"`,
)
