import { z } from "@medusajs/framework/zod"
import { QUIET_SINCE } from "./reservations"
import { statement } from "./statement"

/**
 * Parcels that a crash left half made: Medusa stores a parcel, lowers the stock, and then at once adds it to the order's page
 * (`isLinked`) and to what the order was sent (`isCounted`). Parcels of returns belong to the return. In SQL because it compares two
 * modules and their link.
 */
export const interruptedParcels = statement(
  z.object({
    ...{ id: z.string(), orderId: z.string(), number: z.number(), items: z.string() },
    ...{ isLinked: z.boolean(), isCounted: z.boolean() },
  }),
  `select p.*
     from (select f.id, o.id as "orderId", o.display_id as number, line.items,
                  exists (select 1 from order_fulfillment l where l.fulfillment_id = f.id and l.deleted_at is null) as "isLinked",
                  exists (select 1 from order_change_action a
                           where a.order_id = o.id and a.reference_id = f.id and a.deleted_at is null) as "isCounted"
             from fulfillment f
            cross join lateral (
              select min(line_item_id) as id, string_agg(title || ' × ' || quantity, ', ') as items
                from fulfillment_item where fulfillment_id = f.id and deleted_at is null) line
            cross join lateral (select order_id from order_item where item_id = line.id limit 1) i
             join "order" o on o.id = i.order_id
            where f.created_at between now() - interval '30 days' and ${QUIET_SINCE}
              and f.canceled_at is null and f.deleted_at is null
              and not exists (select 1 from return_fulfillment r where r.fulfillment_id = f.id and r.deleted_at is null)) p
    where not (p."isLinked" and p."isCounted")`,
)
