import { z } from "@medusajs/framework/zod"
import { statement } from "./statement"

/**
 * SQL for the changes of orders' lines. Medusa also counts parcels, credits and addresses as changes; what cancels an exchange or a
 * claim has no type.
 */
export const ORDER_CHANGES = `
  select id, order_id, version, confirmed_at from order_change
   where status = 'confirmed' and (change_type = 'edit' or coalesce(return_id, exchange_id, claim_id) is not null) and deleted_at is null`

/** The changes of orders, oldest first. In SQL because the index of the sales CSV needs the same condition. */
export const findOrderChanges = statement(
  z.object({
    id: z.string(),
    order_id: z.string(),
    version: z.number().int(),
    at: z.date(),
  }),
  `select id, order_id, version, confirmed_at as at from (${ORDER_CHANGES}) c where order_id = any(:ids) order by version, confirmed_at`,
)
