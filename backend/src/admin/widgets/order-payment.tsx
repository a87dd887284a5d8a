import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { PaymentPanel } from "../payments/panel/payment-panel"

/** Above everything else of an order: is it paid, may it go, what is to be decided. */
const OrderPayment = ({ data }: { data: { id: string } }) => <PaymentPanel orderId={data.id} />

export const config = defineWidgetConfig({ zone: "order.details.before" })

export default OrderPayment
