import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import type { PaymentStuck } from "../../modules/mail"
import type { OrderNews } from "./order-mail"

const actRow = z.object({
  kind: z.string(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})
type StuckAct = z.infer<typeof actRow>

/** What keeps failing for a quote now; null when it has been done since. */
export async function readStuckAct(
  container: MedusaContainer,
  invoiceId: string | null,
): Promise<StuckAct | null> {
  if (invoiceId === null) return null
  const acts = await container
    .resolve(BITCOIN_PAYMENT)
    .listBitcoinActs({ invoice_id: invoiceId, done_at: null, alarmed_at: { $ne: null } })
  return acts[0] === undefined ? null : actRow.parse(acts[0])
}

/** Something that has to be done about a payment and keeps failing, as staff read of it; null when it is settled. */
export function paymentStuckData({ shop, order }: OrderNews, act: StuckAct | null): PaymentStuck | null {
  if (act === null) return null
  return {
    shop,
    number: order.display_id,
    orderUrl: `${environment.BACKEND_PUBLIC_URL}/app/orders/${encodeURIComponent(order.id)}`,
    deed: act.kind,
    attempts: act.attempts,
    error: act.last_error ?? "no reason was noted",
  }
}
