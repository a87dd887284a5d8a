import type { MedusaContainer } from "@medusajs/framework/types"
import type { Withdrawal } from "@shop/contracts"
import { readWithdrawal } from "../platform/medusa-tables/withdrawals"
import { whereabouts } from "./order-status"
import { paidOf, parcelsOf, type OrderPage } from "./projections"
import { withdrawalOf } from "./withdrawal-period"

/** What the buyer sees on the order's page; null: there is nothing to return and nothing was sent. */
export async function withdrawalView(
  container: MedusaContainer,
  order: OrderPage,
  isCancellable: boolean,
): Promise<Withdrawal | null> {
  const sent = await readWithdrawal(container, order.id)
  const decision = mayWithdraw(order, isCancellable)
  if (sent === null) return decision.ok ? { until: isoOf(decision.until), sent: null } : null
  const { at, name, address, items, settledAt } = sent
  return {
    until: decision.ok ? isoOf(decision.until) : null,
    sent: { at, name, address, items, settledAt },
  }
}

const isoOf = (date: Date | null) => date?.toISOString() ?? null

export function mayWithdraw(order: OrderPage, isCancellable: boolean): ReturnType<typeof withdrawalOf> {
  const { captured, refunded } = paidOf(order)
  const { isPartlySent, isReturned } = whereabouts(order)
  const facts = {
    ...{ isCancelled: order.status === "canceled", isPaid: captured > refunded, isCancellable },
    ...{ isPartlySent, isReturned },
    parcels: parcelsOf(order),
  }
  return withdrawalOf(facts, Date.now())
}
