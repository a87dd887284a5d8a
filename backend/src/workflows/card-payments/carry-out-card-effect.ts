import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  EFFECT_KINDS,
  type CardPaymentService,
  type EffectKind,
  type StoredPayment,
} from "../../modules/card-payment"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { findCardPayments } from "../../orders/payment-method"
import { withPaymentLocked } from "medusa-payments/workflows"
import { captureCardPayment } from "./capture-card-payment"
import { endUnpaidCardOrder } from "./end-unpaid-card-order"

export const cardEffectSchema = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  kind: z.enum(EFFECT_KINDS),
  caseId: z.string().optional(),
})
type CardEffect = z.output<typeof cardEffectSchema>

interface Subject {
  readonly container: MedusaContainer
  readonly service: CardPaymentService
  readonly payment: StoredPayment
  readonly effect: CardEffect
}

/** What each effect means in Medusa. Every handler may run twice and takes effect once. */
const HANDLERS: Record<EffectKind, (subject: Subject) => Promise<"done" | "skipped">> = {
  capture: ({ container, service, payment }) => captureCardPayment(container, service, payment),
  cancel: ({ container, service, payment }) => endUnpaidCardOrder(container, service, payment),
  mail_paid: async ({ container, payment: { orderId, isCaptured } }) => {
    // The order may have been cancelled before the capture.
    if (!isCaptured) return "skipped"
    await enqueueOrderMail(container, "payment-confirmed", { orderId })
    return "done"
  },
  mail_declined: async ({ container, payment: { orderId, state } }) => {
    if (state !== "awaiting_payment") return "skipped"
    await enqueueOrderMail(container, "payment-declined", { orderId })
    return "done"
  },
  mail_case: async ({ container, payment: { orderId }, effect: { caseId } }) => {
    if (caseId === undefined) return "skipped"
    await enqueueOrderMail(container, "card-case", { orderId, caseId })
    return "done"
  },
}

/** Carries out one effect of a card payment, while nothing else settles its order. */
export async function carryOutCardEffect(
  container: MedusaContainer,
  effect: CardEffect,
): Promise<"done" | "skipped"> {
  const service = findCardPayments(container)
  if (service === null) return "skipped"
  return withPaymentLocked(container, effect.orderId, async () => {
    const payment = await service.payment(effect.paymentId)
    return payment === null ? "skipped" : HANDLERS[effect.kind]({ container, service, payment, effect })
  })
}
