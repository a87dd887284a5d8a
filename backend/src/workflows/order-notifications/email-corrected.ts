import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { enqueueMail } from "../../mail/enqueue-mail"
import { ACCESS } from "../../modules/access"
import { ERASED_EMAIL } from "../../platform/email-address"
import { queryGraph } from "../../platform/sql/query"

const orderRow = z.object({ email: z.string(), display_id: z.coerce.number().int() })

/** Links mailed before `at`, to the old address, end. The browser that placed the order keeps its access. Idempotent. */
export async function handleEmailCorrected(
  container: MedusaContainer,
  { orderId, at }: { orderId: string; at: Date },
): Promise<void> {
  await container.resolve(ACCESS).revokeMailedKeys(orderId, at)
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["email", "display_id"],
    filters: { id: orderId },
  })
  if (order === undefined || order.email === ERASED_EMAIL) return
  const to = order.email.toLowerCase()
  await enqueueMail(container, {
    key: `order-link:${orderId}:${at.toISOString()}`,
    template: "order-link",
    to,
    data: { email: to, number: order.display_id, isCorrected: true },
  })
}
