import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import type { PaymentStuck } from "../../modules/mail"
import type { OrderView } from "./order-view"

const messageRow = z.object({
  kind: z.string(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})
type FailingMessage = z.infer<typeof messageRow>

/** What keeps failing for a quote now; null when it has been done since. */
export async function readFailingMessage(
  container: MedusaContainer,
  invoiceId: string | null,
): Promise<FailingMessage | null> {
  if (invoiceId === null) return null
  const messages = await container
    .resolve(BITCOIN_PAYMENT)
    .listBitcoinOutboxMessages({ invoice_id: invoiceId, done_at: null, alarmed_at: { $ne: null } })
  return messages[0] === undefined ? null : messageRow.parse(messages[0])
}

/** Something that has to be done about a payment and keeps failing, as staff read of it; null when it is settled. */
export function paymentStuckData(
  { shop, order }: OrderView,
  message: FailingMessage | null,
): PaymentStuck | null {
  if (message === null) return null
  return {
    shop,
    number: order.display_id,
    orderUrl: `${environment.BACKEND_PUBLIC_URL}/app/orders/${encodeURIComponent(order.id)}`,
    effect: message.kind,
    attempts: message.attempts,
    error: message.last_error ?? "no reason was noted",
  }
}
