import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
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
import { recordBitcoinRefund, refundSchema } from "./record-bitcoin-refund"

const effectSchema = z.object({ orderId: z.string(), invoiceId: z.string(), kind: z.enum(EFFECT_KINDS) })
const failingSchema = z.object({ orderId: z.string(), invoiceId: z.string() })
const addressSchema = z.object({ orderId: z.string(), addressId: z.string() })

type Settle = (container: MedusaContainer, invoice: StoredInvoice) => Promise<Outcome>

/** What is done in Medusa itself. Of everything else the application is told by an event. */
const SETTLES: Partial<Record<EffectKind, Settle>> = {
  capture: captureBitcoinPayment,
  cancel: cancelUnpaidOrder,
}

/** The event of an effect: `bitcoin_payment.seen`, of `mail_seen`. */
function eventOf(kind: EffectKind): string {
  return `bitcoin_payment.${kind.replace(/^mail_/, "")}`
}

/** What the plugin does with the messages of payments where no application does it. Handlers may run twice. */
export function bitcoinTopics(container: MedusaContainer): Readonly<Record<string, Topic>> {
  const emit = (name: string, data: Record<string, string>) =>
    container.resolve(Modules.EVENT_BUS).emit({ name, data })
  return {
    "bitcoin-effect": {
      concurrency: 4,
      handle: async ({ payload }) => {
        const { orderId, invoiceId, kind } = effectSchema.parse(payload)
        const outcome = await settle(container, kind, orderId, invoiceId)
        if (outcome === "done") await emit(eventOf(kind), { order_id: orderId, invoice_id: invoiceId })
        return outcome
      },
      alert: ({ id, payload }) => failing(id, effectSchema.parse(payload)),
    },
    "bitcoin-refund": {
      concurrency: 2,
      handle: async ({ payload }) => {
        const refund = refundSchema.parse(payload)
        await recordBitcoinRefund(container, refund)
        await emit("bitcoin_refund.recorded", { order_id: refund.orderId, refund_id: refund.refundId })
        return "done"
      },
      alert: ({ id, payload }) => failing(id, refundSchema.parse(payload)),
    },
    "bitcoin-failing": {
      concurrency: 2,
      handle: async ({ payload }) => {
        const { orderId, invoiceId } = failingSchema.parse(payload)
        await emit("bitcoin_payment.failing", { order_id: orderId, invoice_id: invoiceId })
        return "done"
      },
    },
    "refund-address": {
      concurrency: 2,
      handle: async ({ payload }) => {
        const { orderId, addressId } = addressSchema.parse(payload)
        await emit("bitcoin_refund.address_given", { order_id: orderId, address_id: addressId })
        return "done"
      },
    },
  }
}

/** Tells the application that a message keeps failing. Its alert makes it an open case, too. */
function failing(messageId: string, about: z.output<typeof failingSchema>): NewMessage {
  const payload = failingSchema.parse(about)
  return { topic: "bitcoin-failing", key: `bitcoin-failing:${messageId}`, payload }
}

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
