import { Button } from "../../ui/button"
import { Notice } from "../../ui/notice"
import { ErrorSummary } from "../../ui/error-summary"
import { formatPence } from "../../lib/money"
import { ContactFields, ShippingFields } from "./address-fields"
import { DeliveryChoice } from "./delivery-choice"
import { EmptyCartDialog } from "./empty-cart-dialog"
import { OrderSummary } from "./order-summary"
import { PaymentChoice } from "./payment-choice"
import { RejectionNotice } from "./rejection-notice"
import { useCheckout } from "./use-checkout"

interface CheckoutFormViewProps {
  onPlaced: (orderId: string) => void
  onOpenCart: () => void
}

/** The checkout's first view: who, where, how it travels, how it is paid, and what it comes to. */
export function CheckoutFormView({ onPlaced, onOpenCart }: CheckoutFormViewProps) {
  const checkout = useCheckout({ onPlaced })
  const { lines, isChanging, totals, errors, rejection, isPlacing } = checkout

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
            options={checkout.options.data ?? []}
            subtotal={totals?.subtotal ?? 0}
            value={checkout.shippingMethod}
            onChange={checkout.setShippingMethod}
            failed={checkout.options.isError}
            onRetry={() => void checkout.options.refetch()}
          />
          <PaymentChoice
            value={checkout.paymentMethod}
            onChange={checkout.setPaymentMethod}
            bitcoinUnavailable={checkout.bitcoinUnavailable}
            hasOrder={checkout.hasOrder}
          />
        </div>
        <div className="checkout__side receipt-shadow">
          <OrderSummary
            lines={lines}
            totals={totals}
            inBitcoin={checkout.paymentMethod === "bitcoin"}
            isChanging={isChanging}
          />
          {checkout.cartFailed && (
            <Notice tone="danger" role="alert" title="We could not load your cart">
              <p>Nothing in it is lost.</p>
              <Button look="secondary" onClick={checkout.retryCart}>
                Try again
              </Button>
            </Notice>
          )}
          {rejection && <RejectionNotice rejection={rejection} onOpenCart={onOpenCart} />}
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
      <EmptyCartDialog open={checkout.asksForProducts} onClose={checkout.dismissEmptyCart} />
    </>
  )
}
