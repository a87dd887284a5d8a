import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  EFFECT_KINDS,
  type EffectKind,
  type StoredInvoice,
} from "../modules/bitcoin-payment"
import type { NewMessage, Outcome, Topic } from "medusa-payments/modules/outbox"
import { cancelUnpaidOrder } from "./cancel-unpaid-order"
import { captureBitcoinPayment } from "./capture-bitcoin-payment"
import { withPaymentLocked } from "medusa-payments/workflows"
import { EFFECT_EVENTS, tellApplication } from "./payment-changed"
import { recordBitcoinRefund, refundSchema } from "./record-bitcoin-refund"

const effectSchema = z.object({
  orderId: z.string(),
  invoiceId: z.string(),
  kind: z.enum(EFFECT_KINDS),
  /** The transition that asked for the effect. */
  sequence: z.number().int(),
})
const failingSchema = z.object({ orderId: z.string(), invoiceId: z.string(), messageId: z.string() })
const addressSchema = z.object({ orderId: z.string(), addressId: z.string() })

type Settle = (container: MedusaContainer, invoice: StoredInvoice) => Promise<Outcome>

/** What an effect means in Medusa, or whether what it tells is still true. */
const SETTLES: Partial<Record<EffectKind, Settle>> = {
  capture: captureBitcoinPayment,
  cancel: cancelUnpaidOrder,
  // The order may have been cancelled before the capture: its money is a case.
  mail_confirmed: async (_, { captured }) => (captured ? "done" : "skipped"),
  mail_surplus: async (_, { captured, surplusMinor }) => (captured && surplusMinor > 0n ? "done" : "skipped"),
  // A buyer who cancels gives the address right after the question.
  mail_refund_address_asked: async (container, { id, orderId }) => {
    const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
    const details = all.find(({ invoice }) => invoice.id === id)
    return details?.isAddressAwaited === true && !details.isAddressGiven ? "done" : "skipped"
  },
}

/** Handlers may run twice and take effect once; an application adds to them with the hook of `bitcoinPaymentChangedWorkflow`. */
export function bitcoinTopics(container: MedusaContainer, concurrency = 4): Readonly<Record<string, Topic>> {
  return {
    "bitcoin-effect": {
      concurrency,
      handle: async ({ payload }) => {
        const { orderId, invoiceId, kind, sequence } = effectSchema.parse(payload)
        const outcome = await settle(container, kind, orderId, invoiceId)
        if (outcome === "done")
          await tellApplication(container, {
            event: EFFECT_EVENTS[kind],
            data: { order_id: orderId, invoice_id: invoiceId, sequence },
          })
        return outcome
      },
      alert: ({ id, payload }) => failing(id, payload),
    },
    "bitcoin-refund": {
      concurrency: 2,
      handle: async ({ payload }) => {
        const refund = refundSchema.parse(payload)
        await recordBitcoinRefund(container, refund)
        await tellApplication(container, {
          event: "bitcoin_refund.recorded",
          data: { order_id: refund.orderId, refund_id: refund.refundId },
        })
        return "done"
      },
      alert: ({ id, payload }) => failing(id, payload),
    },
    "bitcoin-failing": {
      concurrency: 2,
      handle: async ({ payload }) => {
        const { orderId, invoiceId, messageId } = failingSchema.parse(payload)
        await tellApplication(container, {
          event: "bitcoin_payment.failing",
          data: { order_id: orderId, invoice_id: invoiceId, message_id: messageId },
        })
        return "done"
      },
    },
    "refund-address": {
      concurrency: 2,
      handle: async ({ payload }) => {
        const { orderId, addressId } = addressSchema.parse(payload)
        await tellApplication(container, {
          event: "bitcoin_refund.address_given",
          data: { order_id: orderId, address_id: addressId },
        })
        return "done"
      },
    },
  }
}

/** Tells the application that a message keeps failing. Its alert makes it an open case, too. */
function failing(messageId: string, payload: object): NewMessage {
  const about = failingSchema.parse({ ...payload, messageId })
  return { topic: "bitcoin-failing", key: `bitcoin-failing:${messageId}`, payload: about }
}

/** Excludes staff who settle the same order now, and reads what they decided before. */
async function settle(
  container: MedusaContainer,
  kind: EffectKind,
  orderId: string,
  invoiceId: string,
): Promise<Outcome> {
  const work = SETTLES[kind]
  if (work === undefined) return "done"
  return withPaymentLocked(container, orderId, async () => {
    const invoice = await container.resolve(BITCOIN_PAYMENT).settlement.invoice(invoiceId)
    return invoice === null ? "skipped" : work(container, invoice)
  })
}
