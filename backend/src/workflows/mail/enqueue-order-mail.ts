import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { MAIL } from "../../modules/mail"
import { queryRows } from "../../query/query-rows"
import { orderMail, type OrderMailName, type StaffOrderMailName } from "./shop-mail"

/** Outside a workflow: puts the one mail of its kind about an order into the outbox, addressed to its buyer. */
export async function enqueueOrderMail(
  container: MedusaContainer,
  template: OrderMailName,
  orderId: string,
): Promise<void> {
  const [order] = await queryRows(container, z.object({ email: z.string() }), {
    entity: "order",
    fields: ["email"],
    filters: { id: orderId },
  })
  if (order) await container.resolve(MAIL).enqueue(orderMail(template, orderId, order.email))
}

/** Outside a workflow: puts the one mail of its kind about an order into the outbox, addressed to staff. */
export async function enqueueStaffOrderMail(
  container: MedusaContainer,
  template: StaffOrderMailName,
  orderId: string,
): Promise<void> {
  await container.resolve(MAIL).enqueue(orderMail(template, orderId, environment.STAFF_EMAIL))
}
