import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { NewMessage, Topic } from "medusa-payments/modules/outbox"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { sendMail } from "../../mail/send-mail"
import { environment } from "../../platform/config"
import { handleOrderCancelled } from "../order-notifications/order-cancelled"
import { handleOrderShipped } from "../order-notifications/order-shipped"
import { refundSchema } from "medusa-payment-bitcoin/workflows"
import { recordRefund } from "../record-refund"
import { cardEffectSchema, carryOutCardEffect } from "../card-payments/carry-out-card-effect"
import { cardRefundSchema, refundCardPayment } from "../card-payments/refund-card-payment"
import { carryOutEffect, effectSchema } from "../payment-effects/carry-out-effect"

const cancelledSchema = z.object({ orderId: z.string() })
const shippedSchema = z.object({ fulfillmentId: z.string() })
const addressSchema = z.object({ orderId: z.string(), addressId: z.string() })

/** What the messages of each topic mean. The handlers live with their features. */
export function outboxTopics(container: MedusaContainer): Readonly<Record<string, Topic>> {
  return {
    mail: {
      // A slow mail server may take most of a minute for each.
      concurrency: 4,
      maxDelaySeconds: 6 * 60 * 60,
      // About two and a half days.
      maxAttempts: 24,
      handle: (message) => sendMail(container, message),
    },
    "bitcoin-effect": {
      concurrency: environment.OUTBOX_CONCURRENCY,
      handle: ({ payload }) => carryOutEffect(container, effectSchema.parse(payload)),
      alert: ({ id, payload }) => paymentStuck(id, effectSchema.parse(payload)),
    },
    "bitcoin-refund": {
      concurrency: 2,
      handle: async ({ payload }) => {
        await recordRefund(container, refundSchema.parse(payload))
        return "done"
      },
      alert: ({ id, payload }) => paymentStuck(id, refundSchema.parse(payload)),
    },
    "card-effect": {
      concurrency: environment.OUTBOX_CONCURRENCY,
      handle: ({ payload }) => carryOutCardEffect(container, cardEffectSchema.parse(payload)),
      alert: ({ id, payload }) => paymentStuck(id, cardEffectSchema.parse(payload)),
    },
    "card-refund": {
      concurrency: 2,
      handle: ({ payload }) => refundCardPayment(container, cardRefundSchema.parse(payload)),
      alert: ({ id, payload }) => paymentStuck(id, cardRefundSchema.parse(payload)),
    },
    // A buyer whose address someone else replaced finds out by mail.
    "refund-address": {
      concurrency: 2,
      handle: async ({ payload }) => {
        const about = addressSchema.parse(payload)
        await enqueueOrderMail(container, "refund-address-confirmation", about)
        await enqueueOrderMail(container, "refund-address-received", about)
        return "done"
      },
    },
    "order-cancelled": {
      concurrency: 2,
      handle: async ({ payload }) => {
        await handleOrderCancelled(container, cancelledSchema.parse(payload).orderId)
        return "done"
      },
    },
    "order-shipped": {
      concurrency: 2,
      handle: async ({ payload }) => {
        await handleOrderShipped(container, shippedSchema.parse(payload).fulfillmentId)
        return "done"
      },
    },
  }
}

/** Tells staff that a message about an order's payment keeps failing. */
function paymentStuck(
  messageId: string,
  { orderId, invoiceId }: { orderId: string; invoiceId?: string },
): NewMessage {
  const data = { orderId, invoiceId }
  return {
    topic: "mail",
    key: `payment-stuck:${messageId}`,
    payload: { template: "payment-stuck", to: environment.STAFF_EMAIL, data },
  }
}
