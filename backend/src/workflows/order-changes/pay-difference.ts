import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentMethod } from "@shop/contracts"
import { amountDueOf, isDifferenceDue } from "../../orders/amount-due"
import { buyerOfOrder } from "../../orders/known-buyers"
import { whyNotPayable } from "../../orders/payable-methods"
import { orderPage, paidOf, readOrder } from "../../orders/projections"
import { mayTakeAddress } from "../place-order/address-share"
import type { MethodRejection } from "../place-order/outcome"
import { askForAmountDue } from "./follow-amount-due"

const orderRow = orderPage.pick({ version: true, payment_collections: true })

/** Each gives out an address, or opens a page at the processor. */
const MOST_SESSIONS = 10

/**
 * Opens a quote or a page for what a buyer owes beyond what they have paid, by the method they choose and as often as the last one
 * ended. Null: it is open now · undefined: nothing of this order is paid yet, so there is no difference
 */
export async function payDifference(
  container: MedusaContainer,
  orderId: string,
  method: PaymentMethod,
): Promise<MethodRejection | null | undefined> {
  const order = await readOrder(container, orderRow, orderId)
  if (order === undefined || paidOf(order).captured === 0) return undefined
  const due = await amountDueOf(container, orderId)
  const sessions = order.payment_collections.flatMap(({ payment_sessions }) => payment_sessions)
  if (!isDifferenceDue(order, due) || sessions.length > MOST_SESSIONS) return { reason: "not_payable" }
  const unpayable = await whyNotPayable(container, method, due, buyerOfOrder(container, orderId))
  if (unpayable !== null) return unpayable
  if (method === "bitcoin" && !(await mayTakeAddress(container, orderId)))
    return { reason: "too_many_unpaid_orders", sharedBy: "bitcoin" }
  return (await askForAmountDue(container, orderId, method)) === "done" ? null : { reason: "not_payable" }
}
