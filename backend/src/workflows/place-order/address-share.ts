import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { querySql, type Database } from "../../query/query"
import { PLACING } from "../../orders/unpaid-orders"

const countRow = z.object({ count: z.coerce.number().int() })

/** The addresses of a client's other orders. One whose invoice is being written now counts, too. */
const TAKEN = `
  select coalesce(sum(greatest(
           (select count(*) from unnest(cast(:takenBy as text[])) as taken(order_id) where taken.order_id = l.order_id),
           case when u.created_at > now() - ${PLACING} then 1 else 0 end)), 0) as count
    from unpaid_order u left join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
   where u.client = :client and u.cart_id <> :cartId`

/** The share of the wallet's gap limit that one client may take. `null`: no limit. */
export type AddressShare = { readonly most: number; readonly takenBy: readonly string[] } | null

/**
 * Whether a client has taken its share of the addresses that may stay unpaid in a row. Without this limit one client could
 * switch Bitcoin off for all others. The caller holds the client's lock.
 */
export async function hasTakenItsShare(
  database: Database,
  share: AddressShare,
  { client, cartId }: { client: string; cartId: string },
): Promise<boolean> {
  if (share === null) return false
  const [taken] = await querySql(database, countRow, TAKEN, { takenBy: share.takenBy, client, cartId })
  return (taken?.count ?? 0) >= share.most
}

const clientRow = z.object({ client: z.string() })

/** Whether the client of this order may take one more address, for a new quote. */
export async function mayTakeAddress(container: MedusaContainer, orderId: string): Promise<boolean> {
  const [record] = await querySql(
    container,
    clientRow,
    `select u.client from unpaid_order u join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
      where l.order_id = :orderId`,
    { orderId },
  )
  if (record === undefined) return true
  const share = await container.resolve(BITCOIN_PAYMENT).gapGuard.shareOfOneClient()
  return !(await hasTakenItsShare(container, share, { client: record.client, cartId: "" }))
}
