import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { enqueueOrderCancelled } from "../mail/enqueue-order-mail"

/** An order was cancelled: its buyer reads so, unless nobody paid it in time, of which another mail has told already. */
export async function tellOfCancelling(container: MedusaContainer, orderId: string): Promise<void> {
  const [ranOut] = await container
    .resolve(BITCOIN_PAYMENT)
    .listBitcoinInvoices({ order_id: orderId, closed_how: "expired" }, { select: ["id"], take: 1 })
  if (!ranOut) await enqueueOrderCancelled(container, orderId)
}
