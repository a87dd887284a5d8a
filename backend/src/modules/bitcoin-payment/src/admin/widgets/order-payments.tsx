import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { PaymentSection } from "../order/payment-section"

/** The Bitcoin payments of an order; an order that is paid in another way asks the server nothing. */
const OrderPayments = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const sessions = order.payment_collections.flatMap(({ payment_sessions }) => payment_sessions ?? [])
  const isBitcoin = sessions.some(({ provider_id: provider }) => provider.startsWith("pp_bitcoin_"))
  return isBitcoin && <PaymentSection orderId={order.id} />
}

export const config = defineWidgetConfig({ zone: "order.details.before" })

export default OrderPayments
