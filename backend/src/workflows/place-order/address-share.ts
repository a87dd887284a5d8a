import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { environment } from "../../platform/config"
import { querySql, type Database } from "../../platform/sql/query"
import { PLACING } from "../../orders/unpaid-orders"

const count = z.coerce.number().int()
const countRow = z.object({ byNetwork: count, byEmail: count })

/**
 * The addresses of the other orders of a network or mailbox. A new order counts, too, until money reaches it: its invoice may be
 * newer than `inRun`.
 */
const TAKEN = `
  select coalesce(sum(addresses) filter (where network = :network), 0) as "byNetwork",
         coalesce(sum(addresses) filter (where email = :email), 0) as "byEmail"
    from (select u.network, u.email, greatest(
            (select count(*) from unnest(cast(:inRun as text[])) as taken(order_id) where taken.order_id = l.order_id),
            case when u.is_bitcoin and u.created_at > now() - ${PLACING} and (
              select count(*) from bitcoin_invoice i
               where i.order_id = l.order_id and i.state in ('seen', 'confirming', 'confirmed')) = 0
              then 1 else 0 end) as addresses
            from unpaid_order u left join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
           where (u.network = :network or u.email = :email) and u.cart_id <> :cartId) taken`

/**
 * Whether a client, by network or mailbox, has taken its share of the addresses that may stay unpaid in a row. Without this
 * limit one client could switch Bitcoin off for all others. The caller holds the client's locks.
 * @param inRun the orders of these addresses; null: there is no limit
 */
export async function hasTakenItsShare(
  database: Database,
  inRun: readonly string[] | null,
  { network, email, cartId }: { network: string; email: string; cartId: string },
): Promise<boolean> {
  if (inRun === null) return false
  const [taken] = await querySql(database, countRow, TAKEN, { inRun, network, email, cartId })
  const most = environment.UNPAID_ADDRESSES_PER_CLIENT
  return taken !== undefined && Math.max(taken.byNetwork, taken.byEmail) >= most
}

const clientRow = z.object({ network: z.string(), email: z.string() })

/** Whether the client of this order may take one more address, for a new quote. */
export async function mayTakeAddress(container: MedusaContainer, orderId: string): Promise<boolean> {
  const [record] = await querySql(
    container,
    clientRow,
    `select u.network, u.email from unpaid_order u join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
      where l.order_id = :orderId`,
    { orderId },
  )
  if (record === undefined) return true
  const inRun = await container.resolve(BITCOIN_PAYMENT).gapGuard.ordersInRun()
  return !(await hasTakenItsShare(container, inRun, { ...record, cartId: "" }))
}
