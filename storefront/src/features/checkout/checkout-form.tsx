import { formatPence } from "@shop/contracts"
import { noop } from "@tanstack/react-query"
import { useEffect } from "react"
import { useSession } from "../../api/session"
import { useBusinessDetails } from "../../lib/business-details"
import { onFirstInteraction } from "../../lib/later"
import { Button } from "../../ui/button"
import { ErrorSummary } from "../../ui/form"
import { Icon } from "../../ui/icon"
import { failedPart, lazyDialog, lazyPart, optionalPart } from "../../ui/lazy-part"
import { Notice } from "../../ui/notice"
import type { OrderedView } from "./checkout-machine"
import { ContactFields, ShippingFields } from "./address-fields"
import { DeliveryChoice } from "./delivery-choice"
import { OrderSummary, SummaryBar } from "./order-summary"
import { PaymentChoice } from "./payment-choice"
import { loadPlacing, useCheckout } from "./use-checkout"

const { Part: RejectionNotice, loadPart: loadRejection } = lazyPart(
  async () => (await import("./rejection-notice")).RejectionNotice,
  {
    Failed: failedPart("why the order was not placed"),
  },
)
const EmptyCartDialog = lazyDialog(async () => (await import("./empty-cart-dialog")).EmptyCartDialog)
const SavedDetails = optionalPart(async () => (await import("./saved-details")).SavedDetails)

interface CheckoutFormViewProps {
  onPlaced: (orderId: string, view: OrderedView) => void
  onOpenCart: () => void
}

export function CheckoutFormView({ onPlaced, onOpenCart }: CheckoutFormViewProps) {
  const { cards, periods } = useBusinessDetails()
  const checkout = useCheckout({ onPlaced, cards })
  const { state, dispatch, options, lines, discount, totals, errors, rejection, isPlacing } = checkout
  const { isChanging, isLoadingCart } = checkout
  const { user } = useSession()
  useEffect(
    () =>
      onFirstInteraction(() => {
        loadPlacing().catch(noop)
        void loadRejection()
      }),
    [],
  )

  return (
    <>
      <SummaryBar
        lines={lines}
        totals={totals}
        isChanging={isChanging}
        isLoading={isLoadingCart || checkout.hasCartFailed}
      />
      <form ref={checkout.formElement} className="checkout" {...checkout.formAttributes}>
        <div className="checkout__fields">
          <ErrorSummary problems={checkout.problems} />
          <p className="checkout__required">All fields are required.</p>
          {user && <SavedDetails user={user} onUse={checkout.fill} />}
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
            inBitcoin={state.paymentMethod === "bitcoin"}
          />
          <PaymentChoice
            value={state.paymentMethod}
            onChange={(method) => dispatch({ type: "paymentMethodChosen", method })}
            isFree={checkout.isFree}
            unpayable={checkout.unpayable}
            cards={cards}
            quoteMinutes={periods?.quoteMinutes}
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
            isLoading={isLoadingCart}
          />
          {checkout.hasCartFailed && (
            <Notice tone="danger" role="alert" title="We could not load your cart">
              <p>Your items are safe.</p>
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
          {!isLoadingCart && (
            <div className="checkout__place">
              <Button
                type="submit"
                size="large"
                wide
                ariaDisabled={isPlacing || isChanging || checkout.isLoadingTotals}
              >
                {isPlacing ? "Processing..." : "Complete Order"}
              </Button>
              {totals && totals.total > 0 && lines.length > 0 && (
                <p>By completing your order you agree to pay {formatPence(totals.total)}.</p>
              )}
              <Promises />
            </div>
          )}
        </div>
      </form>
      <EmptyCartDialog
        open={checkout.isEmptyCartDialogOpen}
        onClose={() => dispatch({ type: "emptyCartDialogClosed" })}
      />
    </>
  )
}

const POLICIES = [
  { to: "/policies/terms", label: "Terms" },
  { to: "/policies/returns", label: "Returns" },
  { to: "/policies/privacy", label: "Privacy" },
]

/** What the shopper may rely on. The policies open in a new tab, because the form is not finished. */
function Promises() {
  return (
    <>
      <p>You have 14 days to change your mind about anything unopened.</p>
      <ul className="checkout__promises">
        <li>
          <Icon name="lock" /> Secure SSL checkout
        </li>
        {POLICIES.map(({ to, label }) => (
          <li key={to}>
            <a href={to} target="_blank">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
