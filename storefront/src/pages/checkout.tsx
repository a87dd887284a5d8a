import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useState } from "react"
import { bitcoinRateQuery } from "../api/bitcoin-rate"
import { shippingOptionsQuery } from "../api/shipping"
import { CheckoutFormView } from "../features/checkout/checkout-form"
import type { OrderProgress } from "../features/order-progress/order-progress"
import { PageSeo } from "../features/page-seo/page-seo"
import { useBusinessDetails } from "../lib/business-details"
import { useSearchParams } from "../lib/navigator"
import { LoadFailed, Spinner } from "../ui/load-states"
import { PageHead } from "../ui/page-head"
import { clearToast } from "../ui/toast-store"
import { useLayoutActions } from "./layout-actions"
import type { PageLoad } from "./page-load"

/** The address contains the order and the view, so that a reload returns to the same place. */
const ORDER = "order"
const VIEW = "view"
const SUCCESS = "success"
/** How the buyer came back from the card processor's page. */
const CARD = "card"
const RETURNED = "returned"

const orderHref = (orderId: string) => `/checkout?${ORDER}=${encodeURIComponent(orderId)}`

export const load: PageLoad = async ({ prefetch }) => {
  await Promise.all([prefetch(shippingOptionsQuery()), prefetch(bitcoinRateQuery())])
  return null
}

export function Component() {
  const [params, setParams] = useSearchParams()
  const showOrder = useCallback(
    async (id: string) => {
      await loadProgress().catch(() => null) // The view itself offers to load it again.
      setParams(new URLSearchParams({ [ORDER]: id }))
    },
    [setParams],
  )
  const { cards } = useBusinessDetails()
  const { openSignIn } = useLayoutActions()
  const orderId = params.get(ORDER)
  useEffect(clearToast, [])
  return (
    <div className="wrap page page--tall">
      <PageSeo
        title="Checkout"
        description={`Pay with Bitcoin${cards ? " or by card" : ""}. UK addresses only.`}
        indexed={false}
      />
      {orderId ? (
        <Progress
          orderId={orderId}
          isClaimed={params.get(VIEW) === SUCCESS}
          onClaimed={() => setParams(new URLSearchParams({ [ORDER]: orderId, [VIEW]: SUCCESS }))}
          paymentHref={orderHref(orderId)}
          isReturned={params.get(CARD) === RETURNED}
          saveOrder={
            <Suspense>
              <SaveOrder onSignIn={openSignIn} />
            </Suspense>
          }
        />
      ) : (
        <FormView onPlaced={(id) => void showOrder(id)} />
      )}
    </div>
  )
}

function FormView({ onPlaced }: { onPlaced: (orderId: string) => void }) {
  const { openCart } = useLayoutActions()
  const { cards } = useBusinessDetails()
  return (
    <>
      <PageHead
        title="Checkout"
        lead={`We deliver to UK addresses only. Pay with Bitcoin${cards ? " or by card" : ""}.`}
      />
      <CheckoutFormView onPlaced={onPlaced} orderHref={orderHref} onOpenCart={openCart} />
    </>
  )
}

/** The success view is complete without it. */
const SaveOrder = lazy(async () => {
  const save = await import("../features/account/save-order").catch(() => null)
  return { default: save?.SaveOrder ?? (() => null) }
})

/** The view of a placed order, once its code is loaded. The form does not need it. */
let View: typeof OrderProgress | null = null

async function loadProgress(): Promise<void> {
  View = (await import("../features/order-progress/order-progress")).OrderProgress
}

function Progress(props: ComponentProps<typeof OrderProgress>) {
  const [loading, setLoading] = useState<"loading" | "loaded" | "failed">(View ? "loaded" : "loading")
  useEffect(() => {
    if (loading !== "loading") return
    loadProgress().then(
      () => setLoading("loaded"),
      () => setLoading("failed"),
    )
  }, [loading])
  if (loading === "failed") return <LoadFailed what="your order" onRetry={() => setLoading("loading")} />
  if (View && loading === "loaded") return <View {...props} />
  return (
    <p className="loading-line" role="status">
      <Spinner /> Loading your order...
    </p>
  )
}
