import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { NewMessage, Topic } from "medusa-payments/modules/outbox"
import { sendMail } from "../../mail/send-mail"
import { environment } from "../../platform/config"
import { handleAmountChanged } from "../order-changes/amount-changed"
import { handleDraftConverted } from "../order-changes/convert-draft"
import { handleEmailCorrected } from "../order-notifications/email-corrected"
import { handleOrderCancelled } from "../order-notifications/order-cancelled"
import { handleOrderShipped } from "../order-notifications/order-shipped"
import { paymentTopics } from "medusa-payments/review"

const correctedSchema = z.object({ orderId: z.string(), at: z.coerce.date() })
const orderSchema = z.object({ orderId: z.string() })
const shippedSchema = z.object({ fulfillmentId: z.string() })

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
    ...paymentTopics(container, environment.OUTBOX_CONCURRENCY),
    "order-email-corrected": {
      concurrency: 2,
      handle: async ({ payload }) => {
        await handleEmailCorrected(container, correctedSchema.parse(payload))
        return "done"
      },
    },
    "draft-converted": {
      concurrency: 2,
      handle: ({ payload }) => handleDraftConverted(container, orderSchema.parse(payload).orderId),
    },
    "order-amount-changed": {
      concurrency: 2,
      handle: ({ payload }) => handleAmountChanged(container, orderSchema.parse(payload).orderId),
      alert: ({ id, payload }) => paymentStuck(id, orderSchema.parse(payload)),
    },
    "order-cancelled": {
      concurrency: 2,
      handle: async ({ payload }) => {
        await handleOrderCancelled(container, orderSchema.parse(payload).orderId)
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

export function paymentStuck(
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
