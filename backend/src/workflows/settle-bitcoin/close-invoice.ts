import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"

/** Closes the invoice of an order that is no more; its address stays watched. One that is closed already stays as it is. */
export async function closeInvoice(container: MedusaContainer, orderId: string): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).cancelInvoiceOfOrder(orderId)
}
