import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type Refund } from "../../modules/bitcoin-payment"
import { enqueueRefundAddressRequest, enqueueRefundSent } from "../mail/enqueue-order-mail"

/** Asks a buyer where their money should go, once for each invoice. */
export async function askBuyerForAddress(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string,
): Promise<void> {
  const files = await container.resolve(BITCOIN_PAYMENT).office.filesOf(orderId)
  const file = files.find(({ invoice }) => invoice.id === invoiceId)
  if (file === undefined) return
  const pence = Number(file.owedPence)
  await enqueueRefundAddressRequest(container, { orderId, refundId: invoiceId, pence, satoshis: null })
}

/** Tells a buyer of a refund, once. */
export async function tellBuyerOfRefund(
  container: MedusaContainer,
  orderId: string,
  { id: refundId, pence, road }: Refund,
): Promise<void> {
  const sent =
    road.how === "bitcoin"
      ? { satoshis: road.sats.toString(), address: road.address, txid: road.txid }
      : { satoshis: null, address: null, txid: null }
  await enqueueRefundSent(container, { orderId, refundId, pence: Number(pence), ...sent })
}
