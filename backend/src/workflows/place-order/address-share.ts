import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { environment } from "../../platform/config"
import { countTakenAddresses, readClientOf } from "../../platform/medusa-tables/unpaid-orders"
import type { Database } from "../../platform/sql/query"

/**
 * Without this limit one client, by network or mailbox, could switch Bitcoin off for all. `inRun`: the orders of the
 * addresses that are unpaid in a row; null: there is no limit. The caller holds the client's locks.
 */
export async function hasTakenItsShare(
  database: Database,
  inRun: readonly string[] | null,
  { network, email, cartId }: { network: string; email: string; cartId: string },
): Promise<boolean> {
  if (inRun === null) return false
  const [taken] = await countTakenAddresses(database, { inRun, network, email, cartId })
  const most = environment.UNPAID_ADDRESSES_PER_CLIENT
  return taken !== undefined && Math.max(taken.byNetwork, taken.byEmail) >= most
}

/** Whether the client of this order may take one more address, for a new quote. */
export async function mayTakeAddress(container: MedusaContainer, orderId: string): Promise<boolean> {
  const [record] = await readClientOf(container, { orderId })
  if (record === undefined) return true
  const inRun = await container.resolve(BITCOIN_PAYMENT).gapGuard.ordersInRun()
  return !(await hasTakenItsShare(container, inRun, { ...record, cartId: "" }))
}
