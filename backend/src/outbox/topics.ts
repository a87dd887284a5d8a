import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { NewMessage, Topic } from "../modules/outbox"
import { sendMail } from "../mail/send-mail"
import { environment } from "../config"
import { handleOrderCancelled } from "../workflows/order-notifications/order-cancelled"
import { handleOrderShipped } from "../workflows/order-notifications/order-shipped"
import { carryOutEffect, effectSchema } from "../workflows/settle-bitcoin/settle"

const cancelledSchema = z.object({ orderId: z.string() })
const shippedSchema = z.object({ fulfillmentId: z.string() })

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
      concurrency: 4,
      handle: ({ payload }) => carryOutEffect(container, effectSchema.parse(payload)),
      alert: ({ id, payload }) => {
        const { orderId, invoiceId } = effectSchema.parse(payload)
        return staffMail(`payment-stuck:${id}`, "payment-stuck", { orderId, invoiceId })
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

function staffMail(key: string, template: string, data: Record<string, unknown>): NewMessage {
  return { topic: "mail", key, payload: { template, to: environment.STAFF_EMAIL, data } }
}
