import { useCallback, useEffect } from "react"
import { bitcoinRateQuery, shippingOptionsQuery } from "../api/catalogue"
import { CheckoutFormView } from "../features/checkout/checkout-form"
import type { OrderedView } from "../features/checkout/checkout-machine"
import { PageSeo } from "../features/page-seo/page-seo"
import { useBusinessDetails } from "../lib/business-details"
import { checkoutPath } from "../lib/links"
import { useNavigator, useSearchParams } from "../lib/navigator"
import { failedPart, lazyPart, optionalPart } from "../ui/lazy-part"
import { Loading } from "../ui/load-states"
import { PageHead } from "../ui/page-head"
import { clearToast } from "../ui/toast-store"
import { useLayoutActions } from "./layout-actions"
import type { PageLoad } from "./page-types"

/** The address contains the order and the view, so that a reload returns to the same place. */
const ORDER = "order"
const VIEW = "view"
const SUCCESS = "success"
/** How the buyer came back from the card processor's page. */
const CARD = "card"
const RETURNED = "returned"

export const load: PageLoad = async ({ prefetch }) => {
  await Promise.all([prefetch(shippingOptionsQuery()), prefetch(bitcoinRateQuery())])
  return null
}

export function Component() {
  const [params, setParams] = useSearchParams()
  const navigator = useNavigator()
  const showOrder = useCallback(
    async (id: string, view: OrderedView) => {
      await loadProgress()
      // Also when another page was chosen meanwhile: the order waits for its payment, and the cart is gone.
      navigator.replace(checkoutPath(id) + (view === "success" ? `&${VIEW}=${SUCCESS}` : ""))
    },
    [navigator],
  )
  const { cards } = useBusinessDetails()
  const { openSignIn } = useLayoutActions()
  const orderId = params.get(ORDER)
  useEffect(clearToast, [])
  return (
    <div className="wrap page page--tall">
      <PageSeo
        title={orderId ? "Your order" : "Checkout"}
        description={`Pay with Bitcoin${cards ? " or by card" : ""}. UK addresses only.`}
        indexed={false}
      />
      {orderId ? (
        <Progress
          orderId={orderId}
          isClaimed={params.get(VIEW) === SUCCESS}
          onClaimed={() => setParams(() => new URLSearchParams({ [ORDER]: orderId, [VIEW]: SUCCESS }))}
          paymentHref={checkoutPath(orderId)}
          isReturned={params.get(CARD) === RETURNED}
          saveOrder={<SaveOrder onSignIn={openSignIn} />}
        />
      ) : (
        <FormView onPlaced={(id, view) => void showOrder(id, view)} />
      )}
    </div>
  )
}

function FormView({ onPlaced }: { onPlaced: (orderId: string, view: OrderedView) => void }) {
  const { openCart } = useLayoutActions()
  const { cards } = useBusinessDetails()
  return (
    <>
      <PageHead
        title="Checkout"
        lead={`We deliver to UK addresses only. Pay with Bitcoin${cards ? " or by card" : ""}.`}
      />
      <CheckoutFormView onPlaced={onPlaced} onOpenCart={openCart} />
    </>
  )
}

const SaveOrder = optionalPart(async () => (await import("../features/account/claim-orders")).SaveOrder)

/** The view of a placed order. The form does not need it. */
const { Part: Progress, loadPart: loadProgress } = lazyPart(
  async () => (await import("../features/order-progress/order-progress")).OrderProgress,
  {
    Loading: () => <Loading what="your order" />,
    Failed: failedPart("your order"),
  },
)
