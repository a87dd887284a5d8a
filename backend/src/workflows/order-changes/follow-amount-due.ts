import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { followAmountDue } from "medusa-payments/amount-due"
import type { Outcome } from "medusa-payments/modules/outbox"
import { withPaymentLocked } from "medusa-payments/workflows"
import { payableMethod, providerFor } from "../../orders/payable-methods"
import { methodOfProvider, PROVIDERS } from "../../orders/payment-method"
import { readTakenBack } from "../../platform/medusa-tables/order-lists"
import { readPayable, replacePayments, type PayableOrder } from "./shop-payments"

const RETRY_MS = 2000

/**
 * Has the buyer asked for exactly what the order costs beyond what was paid, after a change of the order or a payment: a quote or
 * page that asks for another amount ends, and a new one is opened. Converges: a repeated call finishes what a crash
 * interrupted. The method stays while it can be used.
 * @returns `done`: the buyer is asked for another amount · `skipped`: nothing more is due, less than any method takes, or it is asked for
 * already · `under_way`: money for another amount is on its way, and the buyer is asked for that amount again if it never arrives
 * @throws BitcoinUnavailable while it is unknown what is paid; MedusaError while no method can be used
 */
export async function askForAmountDue(
  container: MedusaContainer,
  orderId: string,
): Promise<Outcome | "under_way"> {
  // Money that was sent a moment ago would be found after the buyer is asked once more.
  await container.resolve(BITCOIN_PAYMENT).orderPolls.beforeDecision([orderId])
  const later = () => ({ notBefore: new Date(Date.now() + RETRY_MS) })
  return withPaymentLocked(container, orderId, async () => {
    const found = await readPayable(container, orderId)
    if (found === "later") return later()
    if (found === "over") return "skipped"
    const { order, open, due } = found
    // Staff completed it, and changed it since: it is complete when it is paid and sent, or refunded in full.
    const isToPack = order.items.some(({ detail }) => detail.quantity > detail.fulfilled_quantity)
    const isTakenBack = (await readTakenBack(container, { ids: [orderId] })).length > 0
    if (order.status !== "pending" && (due > 0 || (isToPack && !isTakenBack)))
      await container.resolve(Modules.ORDER).updateOrders([{ id: orderId, status: "pending" }])
    const { end, askMinor, mayFail } = followAmountDue(BigInt(due), open)
    if (mayFail) return "under_way"
    const provider = askMinor === null ? null : await providerOf(container, found)
    if (!(await replacePayments(container, found, { end, provider }))) return later()
    return provider === null ? "skipped" : "done"
  })
}

/** Null: no method takes so little. */
async function providerOf(container: MedusaContainer, { order, due }: PayableOrder): Promise<string | null> {
  const sessions = order.payment_collections.flatMap(({ payment_sessions }) => payment_sessions)
  const [latest] = sessions.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
  if (latest?.provider_id === PROVIDERS.manualCard) return latest.provider_id
  const method = await payableMethod(container, due, methodOfProvider(latest?.provider_id))
  if (method === "too_small") return null
  if (method === "unavailable")
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "No payment method can be used now.")
  return providerFor(container, method)
}
