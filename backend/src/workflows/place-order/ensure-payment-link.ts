import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryRows } from "../../query/query-rows"

const cartLink = z.object({ cart_id: z.string() })
const paymentLink = z.object({ payment_collection_id: z.string() })

/**
 * Sees to it that an order is tied to its payment. Medusa's own checkout writes the tables of an order's links side by
 * side, and a process may die between them; the cart was tied to the payment before. Asked again, nothing happens.
 */
export async function ensurePaymentLink(container: MedusaContainer, orderId: string): Promise<void> {
  const order = { order_id: orderId }
  const [tied] = await queryRows(container, paymentLink, {
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: order,
  })
  if (tied) return
  const [cart] = await queryRows(container, cartLink, {
    entity: "order_cart",
    fields: ["cart_id"],
    filters: order,
  })
  if (!cart) return
  const [payment] = await queryRows(container, paymentLink, {
    entity: "cart_payment_collection",
    fields: ["payment_collection_id"],
    filters: cart,
  })
  if (!payment) return
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .create({ [Modules.ORDER]: order, [Modules.PAYMENT]: payment })
}
