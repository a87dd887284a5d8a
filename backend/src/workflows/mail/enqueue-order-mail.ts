import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { MAIL } from "../../modules/mail"
import { queryRows } from "../../query/query-rows"
import { ERASED_EMAIL } from "../account/erase-orders"
import { orderMail, type AboutOrder, type OrderMailName, type StaffOrderMailName } from "./shop-mail"

/** Outside a workflow: puts the one mail of its kind about an order, or one quote of it, into the outbox, addressed to its buyer. */
export async function enqueueOrderMail(
  container: MedusaContainer,
  template: OrderMailName,
  about: AboutOrder,
): Promise<void> {
  const [order] = await queryRows(container, z.object({ email: z.string() }), {
    entity: "order",
    fields: ["email"],
    filters: { id: about.orderId },
  })
  if (order && order.email !== ERASED_EMAIL)
    await container.resolve(MAIL).enqueue(orderMail(template, about, order.email))
}

/** Outside a workflow: the same, addressed to staff. */
export async function enqueueStaffOrderMail(
  container: MedusaContainer,
  template: StaffOrderMailName,
  about: AboutOrder,
): Promise<void> {
  await container.resolve(MAIL).enqueue(orderMail(template, about, environment.STAFF_EMAIL))
}
