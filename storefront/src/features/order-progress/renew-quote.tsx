import type { Order } from "@shop/contracts"
import { problemOf } from "../../lib/api-error"
import type { useRenewQuote } from "../../api/orders"
import { isDifference } from "../../lib/order-credit"
import { Button, ButtonLink } from "../../ui/button"
import { FailureNotice } from "../../ui/failure-notice"
import { Notice } from "../../ui/notice"
import { PayByCardInstead } from "./card-view"
import { PutItemsBack } from "./put-items-back"

/** The shop no longer holds the stock, or has renewed this quote too often. */
const NO_MORE = "no_new_quote"

interface RenewQuoteProps {
  renewal: ReturnType<typeof useRenewQuote>
  order: Order
}

export function RenewQuote({ renewal, order }: RenewQuoteProps) {
  const isPart = isDifference(order)
  const problem = problemOf(renewal.error)
  if (problem?.code === NO_MORE) {
    return (
      <>
        <Notice tone="attention" role="alert" title="There is no new quote for this order">
          <p>{problem.detail}</p>
        </Notice>
        <div className="payment-view__buttons">
          {isPart ? <BackToShop /> : <PutItemsBack order={order} />}
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        {!isPart && "Your items are still reserved for a while. "}A new quote has today&apos;s price in
        Bitcoin and a new address.
      </p>
      <FailureNotice title="We could not get a new quote" error={renewal.error} />
      <div className="payment-view__buttons">
        <Button size="large" ariaDisabled={renewal.isPending} onClick={() => renewal.mutate()}>
          {renewal.isPending ? "Getting a new quote..." : "Get a new quote"}
        </Button>
        <PayByCardInstead orderId={order.id} look="secondary" />
        {isPart ? <BackToShop /> : <PutItemsBack order={order} look="quiet" />}
      </div>
    </>
  )
}

const BackToShop = () => (
  <ButtonLink to="/products" size="large" look="quiet">
    Back to the shop
  </ButtonLink>
)
