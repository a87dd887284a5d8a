import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { Outcome } from "medusa-payments/modules/outbox"
import {
  EFFECT_KINDS,
  type CardPaymentService,
  type EffectKind,
  type StoredPayment,
} from "../../modules/card-payment"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { findCardPayments } from "../../orders/payment-method"
import {
  cancelUnpaidOrderWorkflow,
  captureSession,
  isPaidByAnother,
  readCaptureState,
  stateOfUnpaidOrder,
  withPaymentLocked,
} from "medusa-payments/workflows"

export const cardEffectSchema = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  kind: z.enum(EFFECT_KINDS),
  caseId: z.string().optional(),
  /** Of a case that opened again. */
  incident: z.number().optional(),
})
type CardEffect = z.output<typeof cardEffectSchema>

interface Subject {
  readonly container: MedusaContainer
  readonly service: CardPaymentService
  readonly payment: StoredPayment
  readonly effect: CardEffect
}

/** What each effect means in Medusa. Every handler may run twice and takes effect once. */
const HANDLERS: Record<EffectKind, (subject: Subject) => Promise<Outcome>> = {
  capture: ({ container, service, payment }) => capture(container, service, payment),
  cancel: ({ container, service, payment }) => endUnpaid(container, service, payment),
  mail_paid: async ({ container, payment: { id: paymentId, orderId, isCaptured } }) => {
    // The order may have been cancelled before the capture.
    if (!isCaptured) return "skipped"
    await enqueueOrderMail(container, "payment-confirmed", { orderId, paymentId })
    return "done"
  },
  mail_declined: async ({ container, payment: { id: paymentId, orderId, state } }) => {
    if (state !== "awaiting_payment") return "skipped"
    await enqueueOrderMail(container, "payment-declined", { orderId, paymentId })
    return "done"
  },
  mail_case: async ({ container, payment: { orderId }, effect: { caseId, incident } }) => {
    if (caseId === undefined) return "skipped"
    await enqueueOrderMail(container, "card-case", { orderId, caseId, incident })
    return "done"
  },
}

/** Carries out one effect of a card payment, while nothing else settles its order. */
export async function carryOutCardEffect(container: MedusaContainer, effect: CardEffect): Promise<Outcome> {
  const service = findCardPayments(container)
  if (service === null) return "skipped"
  return withPaymentLocked(container, effect.orderId, async () => {
    const payment = await service.payments.find(effect.paymentId)
    return payment === null ? "skipped" : HANDLERS[effect.kind]({ container, service, payment, effect })
  })
}

/**
 * Captures a payment that the processor has taken, once, at the order's price. A payment of a cancelled order, or of
 * one that was paid otherwise, is never captured: its money is returned, or staff decide. The caller holds the payment's lock.
 */
async function capture(
  container: MedusaContainer,
  service: CardPaymentService,
  payment: StoredPayment,
): Promise<"done" | "skipped"> {
  if (payment.isCaptured) return "skipped"
  const state = await readCaptureState(container, payment)
  const isOver =
    payment.closed !== null ||
    state.status === "canceled" ||
    (await isPaidByAnother(container, payment.orderId, state))
  if (payment.state !== "paid" || isOver) {
    if (payment.state === "paid") await service.payments.rejectPaid(payment.id)
    return "skipped"
  }
  await captureSession(container, payment, state)
  await service.payments.markCaptured(payment.id)
  return "done"
}

/**
 * Cancels an order whose card payment did not come while its stock was reserved, and releases the stock. Skipped when it is paid
 * after all, or when its buyer pays otherwise. The caller holds the payment's lock.
 */
async function endUnpaid(
  container: MedusaContainer,
  service: CardPaymentService,
  { id, orderId, closed }: StoredPayment,
): Promise<Outcome> {
  const current = await service.payments.ofOrder(orderId)
  if (closed !== "expired" || current?.id !== id) return "skipped"
  if ((await stateOfUnpaidOrder(container, orderId)) !== "open") return "skipped"
  // Money for a quote from before the buyer chose the card keeps the stock while staff decide.
  const end = await container.resolve(BITCOIN_PAYMENT).settlement.endByClock(orderId)
  if (end.kind === "later") return { notBefore: end.notBefore }
  await cancelUnpaidOrderWorkflow(container).run({ input: { orderId } })
  return "done"
}
