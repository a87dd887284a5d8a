import { formatPence } from "@shop/contracts"
import { useBusinessDetails } from "../../lib/business-details"
import { Button, ButtonLink } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { ErrorSummary } from "../../ui/form"
import { Notice } from "../../ui/notice"
import { ContactFields, ShippingFields } from "./address-fields"
import type { Rejection } from "./checkout-machine"
import { DeliveryChoice } from "./delivery-choice"
import { OrderSummary } from "./order-summary"
import { PaymentChoice } from "./payment-choice"
import { useCheckout } from "./use-checkout"

interface CheckoutFormViewProps {
  onPlaced: (orderId: string) => void
  /** The address of an order's view. */
  orderHref: (orderId: string) => string
  onOpenCart: () => void
}

/** The checkout's first view: contact, address, delivery, payment and totals. */
export function CheckoutFormView({ onPlaced, orderHref, onOpenCart }: CheckoutFormViewProps) {
  const { cards } = useBusinessDetails()
  const checkout = useCheckout({ onPlaced, orderHref, takesCards: cards !== null })
  const { state, dispatch, options, lines, discount, totals, errors, rejection, isPlacing, isChanging } =
    checkout

  return (
    <>
      <form
        ref={checkout.formElement}
        className="checkout"
        noValidate
        onSubmit={checkout.onSubmit}
        onChange={checkout.onChange}
      >
        <div className="checkout__fields">
          <ErrorSummary errors={errors} />
          <ContactFields errors={errors} />
          <ShippingFields errors={errors} />
          <DeliveryChoice
            options={options.data ?? []}
            subtotal={totals?.subtotal ?? 0}
            discount={discount}
            value={state.shippingMethod}
            onChange={(method) => dispatch({ type: "shippingMethodChosen", method })}
            failed={options.isError}
            onRetry={() => void options.refetch()}
          />
          <PaymentChoice
            value={state.paymentMethod}
            onChange={(method) => dispatch({ type: "paymentMethodChosen", method })}
            bitcoinUnavailable={checkout.bitcoinUnavailable}
            cards={cards}
            hasOrder={state.step.name === "placed"}
          />
        </div>
        <div className="checkout__side receipt-shadow">
          <OrderSummary
            lines={lines}
            discount={discount}
            totals={totals}
            inBitcoin={state.paymentMethod === "bitcoin"}
            isChanging={isChanging}
          />
          {checkout.hasCartFailed && (
            <Notice tone="danger" role="alert" title="We could not load your cart">
              <p>Nothing in it is lost.</p>
              <Button look="secondary" onClick={checkout.retryCart}>
                Try again
              </Button>
            </Notice>
          )}
          {rejection && (
            <RejectionNotice rejection={rejection} takesCards={cards !== null} onOpenCart={onOpenCart} />
          )}
          {checkout.isRetrying && (
            <Notice tone="attention" role="status" title="The shop has not answered yet">
              <p>We are trying again. You will not be charged twice.</p>
            </Notice>
          )}
          <div className="checkout__place">
            <Button
              type="submit"
              size="large"
              wide
              ariaDisabled={isPlacing || isChanging || checkout.isLoadingTotals}
            >
              {isPlacing ? "Processing..." : "Complete Order"}
            </Button>
            {totals && lines.length > 0 && (
              <p>By completing your order you agree to pay {formatPence(totals.total)}.</p>
            )}
          </div>
        </div>
      </form>
      <EmptyCartDialog
        open={checkout.isEmptyCartDialogOpen}
        onClose={() => dispatch({ type: "emptyCartDialogClosed" })}
      />
    </>
  )
}

interface RejectionNoticeProps {
  rejection: Rejection
  takesCards: boolean
  onOpenCart: () => void
}

/** Why the shop rejected the order, and what to do. Nothing has been charged. */
function RejectionNotice({ rejection, takesCards, onOpenCart }: RejectionNoticeProps) {
  if (rejection.kind === "totals_changed") {
    return (
      <Notice tone="attention" role="alert" title="The total has changed">
        <p>
          {rejection.discountProblem} It was {formatPence(rejection.before.total)} and is now{" "}
          {formatPence(rejection.now.total)}. Nothing has been ordered yet. If that is right for you, complete
          the order again.
        </p>
      </Notice>
    )
  }
  if (rejection.kind === "bitcoin_unavailable" || rejection.kind === "card_unavailable") {
    const method = rejection.kind === "bitcoin_unavailable" ? "Bitcoin is" : "Cards are"
    return (
      <Notice tone="attention" role="alert" title={`${method} not available at the moment`}>
        <p>
          {rejection.detail}
          {rejection.kind === "bitcoin_unavailable" && takesCards && " You can pay by card instead."} Nothing
          has been ordered yet.
        </p>
      </Notice>
    )
  }
  const title = rejection.kind === "out_of_stock" ? "Not enough in stock" : "We cannot take this order yet"
  return (
    <Notice tone="attention" role="alert" title={title}>
      <p>{rejection.detail} Nothing has been ordered yet.</p>
      <Button look="secondary" onClick={onOpenCart}>
        Change your cart
      </Button>
    </Notice>
  )
}

/** Cancel closes the dialog and stays on the page; the other button leads to the products. */
function EmptyCartDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Your cart is empty">
      <p>You need to add products to your cart before checking out.</p>
      <div className="dialog__buttons">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <ButtonLink to="/products">Browse Products</ButtonLink>
      </div>
    </Dialog>
  )
}
