import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { CardAction } from "@shop/contracts/staff-payments"
import { CardProcessorError, type CardPaymentService, type RefundRejection } from "../../modules/card-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { findCardPayments } from "../../orders/payment-method"
import { outboxTopics } from "../outbox/topics"
import { assertNoOpenChange, withPaymentLocked } from "medusa-payments/workflows"

/** How long staff wait for the effects of an action. */
const EFFECTS_TIMEOUT_MS = 8000

const REJECTIONS: Readonly<Record<RefundRejection, string>> = {
  no_payment: "There is no such card payment.",
  nothing_received: "Nothing was paid by card, so nothing can be refunded.",
  too_much: "Less than that is left to refund. Someone may have refunded it just now.",
}

/**
 * Runs a staff action on a card payment, once for each idempotency key, and waits for the first attempt at its effects.
 * @returns the order's id
 * @throws MedusaError `not_allowed` with a sentence for staff, and then nothing has changed
 */
export async function runCardAction(
  container: MedusaContainer,
  paymentId: string,
  action: CardAction,
  by: { id: string; email: string },
): Promise<string> {
  const service = findCardPayments(container)
  const payment = (await service?.payments.find(paymentId)) ?? null
  if (service === null || payment === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, REJECTIONS.no_payment)
  const { orderId } = payment
  await withPaymentLocked(container, orderId, async () => {
    if (action.action === "refund") await assertNoOpenChange(container, orderId)
    await perform(service, paymentId, action, by)
  })
  await container.resolve(OUTBOX).processOrder(outboxTopics(container), orderId, EFFECTS_TIMEOUT_MS)
  return orderId
}

async function perform(
  service: CardPaymentService,
  paymentId: string,
  action: CardAction,
  by: { id: string; email: string },
): Promise<void> {
  switch (action.action) {
    case "read_now":
      return readNow(service, paymentId)
    case "refund": {
      const { pence, reason, idempotencyKey } = action
      const rejection = await service.refunds.request(paymentId, { pence, reason, by, idempotencyKey })
      if (rejection !== null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, REJECTIONS[rejection])
      return
    }
    case "close_case":
      if (!(await service.closeCase(action.caseId, by.email, action.reason)))
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
