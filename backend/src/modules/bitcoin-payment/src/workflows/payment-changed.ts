import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createHook,
  createWorkflow,
  transform,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import type { EffectKind } from "../modules/bitcoin-payment"

export const EFFECT_EVENTS = {
  capture: "bitcoin_payment.capture",
  cancel: "bitcoin_payment.cancel",
  mail_seen: "bitcoin_payment.seen",
  mail_confirmed: "bitcoin_payment.confirmed",
  mail_underpaid: "bitcoin_payment.underpaid",
  mail_expired: "bitcoin_payment.expired",
  mail_review: "bitcoin_payment.review",
  mail_case: "bitcoin_payment.case",
  mail_surplus: "bitcoin_payment.surplus",
  mail_new_invoice: "bitcoin_payment.new_invoice",
  mail_refund_address_asked: "bitcoin_payment.refund_address_asked",
} as const satisfies Record<EffectKind, string>

export type BitcoinPaymentChange =
  | {
      event: (typeof EFFECT_EVENTS)[EffectKind]
      /** `sequence` tells apart two changes into the same state. */
      data: { order_id: string; invoice_id: string; sequence: number }
    }
  | { event: "bitcoin_payment.failing"; data: { order_id: string; invoice_id: string; message_id: string } }
  | { event: "bitcoin_payment.reinstated"; data: { order_id: string; invoice_id: string } }
  | { event: "bitcoin_refund.recorded"; data: { order_id: string; refund_id: string } }
  | { event: "bitcoin_refund.address_given"; data: { order_id: string; address_id: string } }

/**
 * Tells the application of a change. The hook `notify` is awaited: what it throws is tried again with the change, so it must be
 * idempotent. An order's changes come one after the other, each after what it is about was done in Medusa. Then the event is
 * emitted, for subscribers that may miss one.
 */
export const bitcoinPaymentChangedWorkflow = createWorkflow(
  "bitcoin-payment-changed",
  (change: WorkflowData<BitcoinPaymentChange>) => {
    const notify = createHook("notify", change)
    emitEventStep({
      eventName: transform({ change }, (input) => input.change.event),
      data: transform({ change }, (input) => input.change.data),
    })
    return new WorkflowResponse(undefined, { hooks: [notify] })
  },
)

export async function tellApplication(
  container: MedusaContainer,
  change: BitcoinPaymentChange,
): Promise<void> {
  await bitcoinPaymentChangedWorkflow(container).run({ input: change })
}
