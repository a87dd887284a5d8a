import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { recountPromotions } from "../../orders/discounts/promotion-usage"
import { currentSession } from "../../orders/payment-method"
import { readDetails } from "../../orders/business-details/business-details"
import { queryGraph } from "../../platform/sql/query"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { openPaymentOf, sessionRow } from "./open-payment"

/** Does what the process may have died before doing for a placed order: payment link, invoice or card payment, uses of promotions, mail. Idempotent. */
export async function repairPlacedOrder(container: MedusaContainer, orderId: string): Promise<void> {
  await ensurePaymentLink(container, orderId)
  await ensurePayment(container, orderId)
  // Medusa's own checkout counts by adding one.
  await recountPromotions(container, orderId)
  await enqueueOrderMail(container, "order-placed", { orderId })
}

const cartLink = z.object({ cart_id: z.string() })
const paymentLink = z.object({ payment_collection_id: z.string() })

/** Medusa's checkout writes the links concurrently and may die between them; the cart was linked to the payment before. */
async function ensurePaymentLink(container: MedusaContainer, orderId: string): Promise<void> {
  const order = { order_id: orderId }
  const [linked] = await queryGraph(container, paymentLink, {
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: order,
  })
  if (linked) return
  const [cart] = await queryGraph(container, cartLink, {
    entity: "order_cart",
    fields: ["cart_id"],
    filters: order,
  })
  if (!cart) return
  const [payment] = await queryGraph(container, paymentLink, {
    entity: "cart_payment_collection",
    fields: ["payment_collection_id"],
    filters: cart,
  })
  if (!payment) return
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .create({ [Modules.ORDER]: order, [Modules.PAYMENT]: payment })
}

const paidOrderRow = z.object({
  payment_collections: z.array(z.object({ payment_sessions: z.array(sessionRow) })),
})

async function ensurePayment(container: MedusaContainer, orderId: string): Promise<void> {
  const { name } = await readDetails(container)
  if (await container.resolve(BITCOIN_PAYMENT).orderPayments.ofOrder(orderId, name)) return
  const [order] = await queryGraph(container, paidOrderRow, { entity: "order", filters: { id: orderId } })
  const session = currentSession(order?.payment_collections ?? [])
  if (session !== undefined) await openPaymentOf(container, orderId, session)
}
