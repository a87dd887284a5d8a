import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "@medusajs/framework/zod"
import { recordBitcoinRefund, type refundSchema } from "medusa-payment-bitcoin/workflows"
import { enqueueOrderMail } from "../mail/enqueue-mail"

/** Records in Medusa a refund that staff entered, and notifies its buyer. Idempotent. */
export async function recordRefund(
  container: MedusaContainer,
  refund: z.output<typeof refundSchema>,
): Promise<void> {
  const { orderId, refundId } = refund
  const { amountMinor, method } = await recordBitcoinRefund(container, refund)
  const sent =
    method.kind === "bitcoin"
      ? { satoshis: method.sats.toString(), address: method.address, txid: method.txid }
      : { satoshis: null, address: null, txid: null }
  await enqueueOrderMail(container, "refund-sent", { orderId, refundId, pence: Number(amountMinor), ...sent })
}
