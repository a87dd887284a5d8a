import { z } from "@medusajs/framework/zod"
import { statement } from "./statement"

/** Parcels with their delivery, as it was packed for. In SQL because it joins three modules, for many orders at once. */
const parcels = (condition: string) =>
  statement(
    z.object({
      id: z.string(),
      orderId: z.string(),
      /** The code of its type; null for a delivery that staff made or deleted. */
      method: z.string().nullable(),
      delivery: z.string(),
      isSent: z.boolean(),
      isBeingCancelled: z.boolean(),
    }),
    `select f.id, l.order_id as "orderId", t.code as method, coalesce(w.name, '') as delivery,
            coalesce(f.shipped_at, f.delivered_at) is not null as "isSent",
            f.metadata ->> 'cancelling_since' is not null as "isBeingCancelled"
       from fulfillment f
       join order_fulfillment l on l.fulfillment_id = f.id and l.deleted_at is null
       left join shipping_option w on w.id = f.shipping_option_id
       left join shipping_option_type t on t.id = w.shipping_option_type_id
      where f.canceled_at is null and f.deleted_at is null and ${condition}`,
  )
export const readParcel = parcels("f.id = :id")
export const readParcelsOfOrders = parcels("l.order_id = any(cast(:orderIds as text[]))")

export const readOrdersNumbered = statement(
  z.object({ id: z.string(), number: z.number().int() }),
  `select id, display_id as number from "order"
    where display_id = any(cast(:numbers as integer[])) and deleted_at is null and not is_draft_order`,
)
