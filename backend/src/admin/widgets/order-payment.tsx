import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { PaymentPanel } from "../order-payment/payment-panel"

const OrderPayment = ({ data }: { data: { id: string } }) => <PaymentPanel orderId={data.id} />

export const config = defineWidgetConfig({ zone: "order.details.before" })

export default OrderPayment
