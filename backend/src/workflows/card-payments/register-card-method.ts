import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readBody } from "medusa-payments/read-input"
import { assertRefundChoice, refundChoice } from "medusa-payments/refund-choice"
import { definePaymentMethod, idempotencyKey, requiredReason, type StaffMember } from "medusa-payments/review"
import { assertNoOpenChange, withPaymentLocked } from "medusa-payments/workflows"
import { CardProcessorError, type CardPaymentService, type RefundRejection } from "../../modules/card-payment"
import { findCardPayments } from "../../orders/payment-method"
import { closedCardCases, openCardCases } from "../../payments/card-cases"
import { cardPaymentsForStaff } from "../../payments/card-view"
import { toPence } from "../../platform/money"
import { paymentStuck } from "../outbox/topics"
import { cardEffectSchema, carryOutCardEffect } from "./carry-out-card-effect"
import { cardRefundSchema, refundCardPayment } from "./refund-card-payment"

const reasoned = { idempotency_key: idempotencyKey, reason: requiredReason }

/** What staff may do about a card payment. */
export const cardActionSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("poll") }),
  /** Returns money to the card, in pounds. */
  z.object({
    action: z.literal("refund"),
    ...reasoned,
    refund: z.object({
      amount: z
        .number()
        .min(0.01, "Write an amount above zero.")
        .max(1_000_000, "Write a million pounds at most.")
        .multipleOf(0.01, "Write an amount in whole pence."),
      chosen: refundChoice.optional(),
    }),
  }),
  z.object({ action: z.literal("close_case"), ...reasoned, case_id: z.string() }),
])

const REJECTIONS: Readonly<Record<RefundRejection, string>> = {
  no_payment: "There is no such card payment.",
  nothing_received: "Nothing was paid by card, so nothing can be refunded.",
  too_much: "Less than that is left to refund. Someone may have refunded it just now.",
}

async function perform(
  container: MedusaContainer,
  paymentId: string,
  by: StaffMember,
  body: unknown,
): Promise<void> {
  const action = readBody(cardActionSchema, body)
  const service = findCardPayments(container)
  const payment = (await service?.payments.find(paymentId)) ?? null
  if (service === null || payment === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, REJECTIONS.no_payment)
  const { orderId } = payment
  if (action.action === "refund") await assertRefundChoice(container, orderId, action.refund.chosen)
  await withPaymentLocked(container, orderId, async () => {
    if (action.action === "refund") await assertNoOpenChange(container, orderId)
    await decide(service, paymentId, action, by)
  })
}

async function decide(
  service: CardPaymentService,
  paymentId: string,
  action: z.output<typeof cardActionSchema>,
  by: StaffMember,
): Promise<void> {
  switch (action.action) {
    case "poll":
      return readNow(service, paymentId)
    case "refund": {
      const { reason, idempotency_key: idempotencyKey, refund } = action
      const asked = { pence: toPence(refund.amount), chosen: refund.chosen, reason, by, idempotencyKey }
      const rejection = await service.refunds.request(paymentId, asked)
      if (rejection !== null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, REJECTIONS[rejection])
      return
    }
    case "close_case":
      if (!(await service.closeCase(paymentId, action.case_id, { by: by.email, reason: action.reason })))
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This case is closed already.")
  }
}

async function readNow(service: CardPaymentService, paymentId: string): Promise<void> {
  try {
    await service.polls.readNow(paymentId)
  } catch (error) {
    if (!(error instanceof CardProcessorError)) throw error
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `The payment could not be read: ${error.message}`)
  }
}

definePaymentMethod({
  id: "card",
  topics: (container, concurrency = 4) => ({
    "card-effect": {
      concurrency,
      handle: ({ payload }) => carryOutCardEffect(container, cardEffectSchema.parse(payload)),
      alert: ({ id, payload }) => paymentStuck(id, cardEffectSchema.parse(payload)),
    },
    "card-refund": {
      concurrency: 2,
      handle: ({ payload }) => refundCardPayment(container, cardRefundSchema.parse(payload)),
      alert: ({ id, payload }) => paymentStuck(id, cardRefundSchema.parse(payload)),
    },
  }),
  unmarked: async (container, orderId) =>
    (await findCardPayments(container)?.payments.unmarked(orderId)) ?? [],
  payments: cardPaymentsForStaff,
  ordersWithCases: (container) => openCardCases(container),
  openCases: openCardCases,
  closedCases: closedCardCases,
  orderOf: async (container, id) => (await findCardPayments(container)?.payments.find(id))?.orderId ?? null,
  perform,
})
