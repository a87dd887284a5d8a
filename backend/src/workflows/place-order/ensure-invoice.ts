import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { pence } from "./cart-snapshot"
import { PROVIDERS } from "./payment-providers"

const orderRow = z.object({
  payment_collections: z.array(
    z.object({
      payment_sessions: z.array(z.object({ id: z.string(), provider_id: z.string(), amount: pence })),
    }),
  ),
})

/** Sees to it that an order which is to be paid in Bitcoin has its invoice. Asked again, nothing happens. */
export async function ensureInvoice(container: MedusaContainer, orderId: string): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  if (await bitcoin.paymentForOrder(orderId)) return
  const [order] = await queryRows(container, orderRow, {
    entity: "order",
    fields: [
      "payment_collections.payment_sessions.id",
      "payment_collections.payment_sessions.provider_id",
      "payment_collections.payment_sessions.amount",
    ],
    filters: { id: orderId },
  })
  const session = order?.payment_collections[0]?.payment_sessions[0]
  if (session?.provider_id !== PROVIDERS.bitcoin) return
  await bitcoin.openInvoice({ orderId, sessionId: session.id, pricePence: BigInt(session.amount) })
}
