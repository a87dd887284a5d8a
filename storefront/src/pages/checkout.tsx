import { useCallback } from "react"
import { useSearchParams } from "react-router-dom"
import { bitcoinRateQuery } from "../api/bitcoin-rate"
import { shippingOptionsQuery } from "../api/shipping"
import { CheckoutFormView } from "../features/checkout/checkout-form"
import { OrderProgress } from "../features/order-progress/order-progress"
import { PageSeo } from "../features/page-seo/page-seo"
import { PageHead } from "../ui/page-head"
import { useLayoutActions } from "./layout-actions"
import type { PageLoad } from "./page-load"

/** The address contains the order and the view, so that a reload returns to the same place. */
const ORDER = "order"
const VIEW = "view"
const SUCCESS = "success"

export const load: PageLoad = async ({ prefetch }) => {
  await Promise.all([prefetch(shippingOptionsQuery()), prefetch(bitcoinRateQuery())])
  return null
}

export function Component() {
  const [params, setParams] = useSearchParams()
  const showOrder = useCallback((id: string) => setParams({ [ORDER]: id }, { replace: true }), [setParams])
  const orderId = params.get(ORDER)
  return (
    <div className="wrap page">
      <PageSeo
        title="Checkout"
        description="Pay with Bitcoin or by card. UK addresses only."
        indexed={false}
      />
      {orderId ? (
        <OrderProgress
          orderId={orderId}
          isClaimed={params.get(VIEW) === SUCCESS}
          onClaimed={() => setParams({ [ORDER]: orderId, [VIEW]: SUCCESS }, { replace: true })}
          paymentHref={`/checkout?${ORDER}=${encodeURIComponent(orderId)}`}
        />
      ) : (
        <FormView onPlaced={showOrder} />
      )}
    </div>
  )
}

function FormView({ onPlaced }: { onPlaced: (orderId: string) => void }) {
  const { openCart } = useLayoutActions()
  return (
    <>
      <PageHead title="Checkout" lead="We deliver to UK addresses only. Pay with Bitcoin or by card." />
      <CheckoutFormView onPlaced={onPlaced} onOpenCart={openCart} />
    </>
  )
}
