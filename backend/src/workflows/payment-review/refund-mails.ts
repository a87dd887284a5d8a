import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type Refund } from "../../modules/bitcoin-payment"
import { enqueueRefundAddressRequest, enqueueRefundSent } from "../../mail/enqueue-mail"

/** Asks a buyer where their money should go, once for each invoice. */
export async function askBuyerForAddress(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string,
): Promise<void> {
  const files = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  const file = files.find(({ invoice }) => invoice.id === invoiceId)
  if (file === undefined) return
  const pence = Number(file.owedPence)
  await enqueueRefundAddressRequest(container, { orderId, refundId: invoiceId, pence, satoshis: null })
}

/** Tells a buyer of a refund, once. */
export async function notifyBuyerOfRefund(
  container: MedusaContainer,
  orderId: string,
  { id: refundId, pence, method }: Refund,
): Promise<void> {
  const sent =
    method.kind === "bitcoin"
      ? { satoshis: method.sats.toString(), address: method.address, txid: method.txid }
      : { satoshis: null, address: null, txid: null }
  await enqueueRefundSent(container, { orderId, refundId, pence: Number(pence), ...sent })
}
