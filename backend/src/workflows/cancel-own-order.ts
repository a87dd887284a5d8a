import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import {
  BITCOIN_PAYMENT,
  type AddressRejection,
  type RefundAddress,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { cancellationOf, readCancellationFacts, type CancellationRejection } from "../orders/cancellation"
import { recountPromotions } from "../orders/discounts/promotion-usage"
import { findCardPayments } from "../orders/payment-method"
import { markCancelledByBuyer, removeMarks } from "../platform/medusa-tables/order-marks"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { cancelOrderStep, EXECUTION_RETENTION_SECONDS, withPaymentLocked } from "medusa-payments/workflows"
import { askForRefundAddress } from "./order-notifications/refund-cancelled-order"
import { outboxTopics } from "./outbox/topics"

interface Input {
  orderId: string
}

/** The mark has the outbox start the refund, whatever happens to this process after the cancellation. */
const markCancelledByBuyerStep = createStep(
  "mark-cancelled-by-buyer",
  async ({ orderId }: Input, { container }) => {
    const [marked] = await markCancelledByBuyer(container, { orderId })
    // A mark of before stays: the cancellation that it belongs to may have been carried out meanwhile.
    return new StepResponse(null, marked)
  },
  async (orderId, { container }) => {
    if (orderId !== undefined) await forgetCancelledByBuyer(container, orderId)
  },
)

const forgetCancelledByBuyer = (container: MedusaContainer, orderId: string) =>
  removeMarks(container, { orderId, keys: ["cancelled_by", "cancelling_since"] })

/** A later cancellation by staff would count as the buyer's, and the order's discounts are used again. */
export async function forgetCancellation(container: MedusaContainer, orderId: string): Promise<void> {
  await forgetCancelledByBuyer(container, orderId)
  await recountPromotions(container, orderId)
}

const cancelOwnOrderWorkflow = createWorkflow(
  { name: "cancel-own-order", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    markCancelledByBuyerStep(input)
    cancelOrderStep(input)
    return new WorkflowResponse(undefined)
  },
)

type OwnCancellation =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly reason:
        Exclude<CancellationRejection, "cancelled"> | AddressRejection | "unknown" | "card_unavailable"
    }

/**
 * An open page at the card processor is ended first: either the payment or the cancellation wins. Money that comes
 * all the same is returned or a case. Idempotent. The caller has identified the buyer. `refund`: where Bitcoin goes
 * back to; null: the buyer is asked later. @throws BitcoinUnavailable while it is unknown whether it was paid in
 * Bitcoin; then nothing has changed
 */
export async function cancelOwnOrder(
  container: MedusaContainer,
  orderId: string,
  refund: { readonly text: string; readonly cameBy: RefundAddress["cameBy"] } | null,
): Promise<OwnCancellation> {
  const { reviewService, orderPolls } = container.resolve(BITCOIN_PAYMENT)
  // Before anything changes: an order whose refund has no valid address would be cancelled already.
  const rejected = refund === null ? null : await reviewService.checkRefundAddress(refund.text)
  if (rejected !== null) return { ok: false, reason: rejected }
  await orderPolls.beforeDecision([orderId])
  return withPaymentLocked(container, orderId, async () => {
    const isPageEnded = await endCardPage(container, orderId)
    const facts = await readCancellationFacts(container, orderId)
    if (facts === null) return { ok: false, reason: "unknown" }
    const decision = cancellationOf(facts, Date.now())
    if (decision.ok) {
      if (!isPageEnded) return { ok: false, reason: "card_unavailable" }
      await cancelOwnOrderWorkflow(container).run({ input: { orderId } })
    } else if (decision.reason !== "cancelled") {
      // A crash interrupted a cancellation that has become impossible since.
      if (facts.isByBuyer) await forgetCancelledByBuyer(container, orderId)
      return { ok: false, reason: decision.reason }
    }
    const isOwed = decision.ok ? decision.refund === "bitcoin" : facts.isByBuyer
    if (!isOwed || refund === null) return { ok: true }
    await askForRefundAddress(container, orderId)
    const given = await reviewService.submitRefundAddress(orderId, refund)
    // Repeated after staff made the refund: the address is not needed any more.
    return given.ok || given.reason === "not_asked" ? { ok: true } : given
  })
}

/** @returns whether no page of the processor can take money any more */
async function endCardPage(container: MedusaContainer, orderId: string): Promise<boolean> {
  const cards = findCardPayments(container)
  const payment = (await cards?.payments.ofOrder(orderId)) ?? null
  if (cards === null || payment === null || payment.closed !== null) return true
  if (payment.state !== "awaiting_payment") return true
  // `paid`: the facts that are read next say what that means.
  return (await cards.polls.endPages(payment.id)) !== "open"
}

/** How long the buyer waits for what follows from the cancellation. */
const EFFECTS_TIMEOUT_MS = 5000

/** Waits for the first attempt at what follows, so that the page shows it. */
export async function cancelForBuyer(
  ...[container, orderId, refund]: Parameters<typeof cancelOwnOrder>
): ReturnType<typeof cancelOwnOrder> {
  const result = await cancelOwnOrder(container, orderId, refund)
  if (result.ok)
    await container.resolve(OUTBOX).processOrder(outboxTopics(container), orderId, EFFECTS_TIMEOUT_MS)
  return result
}
