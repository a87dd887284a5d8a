import { z } from "@medusajs/framework/zod"
import { QUIET_SINCE } from "./reservations"
import { idStatement, statement, type IdStatement } from "./statement"

/**
 * Notes that staff begin to cancel a parcel: Medusa raises the stock first, and would raise it again the next time. Empty: it is noted
 * already, a crash may have interrupted it as it was sent, or there is no such parcel left to cancel. In SQL because Medusa's API writes the whole metadata.
 */
export const markParcelCancelling: IdStatement<{ id: string }> = idStatement(
  `update fulfillment set metadata = coalesce(metadata, '{}') || jsonb_build_object('cancelling_since', now())
    where id = :id and canceled_at is null and metadata ->> 'cancelling_since' is null
      and (coalesce(shipped_at, delivered_at) is not null
        or not exists (select 1 from order_fulfillment l join order_change_action a on a.order_id = l.order_id
          where l.fulfillment_id = fulfillment.id and a.reference_id = fulfillment.id
            and a.action in ('SHIP_ITEM', 'DELIVER_ITEM') and a.deleted_at is null)) returning id`,
)
export const parcelBeingCancelled: IdStatement<{ id: string }> = idStatement(
  `select id from fulfillment where id = :id and canceled_at is null and metadata ->> 'cancelling_since' is not null`,
)
export const unmarkParcel: IdStatement<{ id: string }> = idStatement(
  `update fulfillment set metadata = nullif(metadata - 'cancelling_since', '{}') where id = :id returning id`,
)

const countedItem = z.object({ id: z.string(), quantity: z.coerce.number() })

/**
 * Parcels that a crash left half made or half cancelled, one or all; of the latter the mark's age counts. Medusa stores a parcel, lowers
 * the stock, and then at once adds it to the order's page (`isLinked`) and to what the order was sent (`counted`). It cancels one by
 * raising the stock, taking it off what was sent, and marking it. It ships or delivers one by marking it and adding it to what the order
 * counts (`recorded`), at once or in turn. Parcels of returns belong to the return. In SQL because it compares two modules and their link.
 */
export const interruptedParcels = statement(
  z.object({
    ...{ id: z.string(), orderId: z.string(), number: z.number(), items: z.string() },
    ...{
      isLinked: z.boolean(),
      isBeingCancelled: z.boolean(),
      isShipped: z.boolean(),
      isDelivered: z.boolean(),
    },
    recorded: z.array(z.string()),
    counted: z.array(countedItem),
  }),
  `select p.*
     from (select f.id, o.id as "orderId", o.display_id as number, line.items,
                  exists (select 1 from order_fulfillment l where l.fulfillment_id = f.id and l.deleted_at is null) as "isLinked",
                  f.metadata ->> 'cancelling_since' is not null as "isBeingCancelled",
                  f.shipped_at is not null as "isShipped", f.delivered_at is not null as "isDelivered",
                  array(select a.action from order_change_action a
                    where a.order_id = o.id and a.reference_id = f.id and a.deleted_at is null) as recorded,
                  (select case when bool_or(a.action = 'CANCEL_ITEM_FULFILLMENT') then '[]'
                            else coalesce(jsonb_agg(jsonb_build_object('id', a.details -> 'reference_id', 'quantity', a.details -> 'quantity'))
                              filter (where a.action = 'FULFILL_ITEM'), '[]') end
                     from order_change_action a
                    where a.order_id = o.id and a.reference_id = f.id and a.deleted_at is null) as counted
             from fulfillment f
            cross join lateral (
              select min(line_item_id) as id, string_agg(title || ' × ' || quantity, ', ') as items
                from fulfillment_item where fulfillment_id = f.id and deleted_at is null) line
            cross join lateral (select order_id from order_item where item_id = line.id limit 1) i
             join "order" o on o.id = i.order_id
            where coalesce((f.metadata ->> 'cancelling_since')::timestamptz < ${QUIET_SINCE},
                           f.created_at between now() - interval '30 days' and ${QUIET_SINCE})
              and (cast(:parcelId as text) is null or f.id = :parcelId)
              and f.canceled_at is null and f.deleted_at is null
              and not exists (select 1 from return_fulfillment r where r.fulfillment_id = f.id and r.deleted_at is null)) p
    where p."isBeingCancelled" or not p."isLinked" or p.counted = '[]'
       or p."isShipped" <> ('SHIP_ITEM' = any(p.recorded)) or p."isDelivered" <> ('DELIVER_ITEM' = any(p.recorded))`,
)
