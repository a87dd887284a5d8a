import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { BITCOIN_PROVIDER } from "../../domain/bitcoin-provider"
import { PaymentSections } from "../order/payment-section"

/** Medusa's own provider: staff take the money by hand. */
const BY_HAND = "pp_system_default"

const OrderPayments = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const providers = order.payment_collections.flatMap(({ payment_sessions: sessions }) =>
    (sessions ?? []).map(({ provider_id: provider }) => provider),
  )
  const isAwaited = providers.some((provider) => BITCOIN_PROVIDER.test(provider))
  return (
    providers.some((provider) => provider !== BY_HAND) && (
      <PaymentSections orderId={order.id} isAwaited={isAwaited} />
    )
  )
}

export const config = defineWidgetConfig({ zone: "order.details.before" })

export default OrderPayments
