import { formatPence } from "@shop/contracts"
import { noop } from "@tanstack/react-query"
import { type ComponentType, lazy, Suspense, useEffect } from "react"
import { useSession } from "../../api/session"
import { useBusinessDetails } from "../../lib/business-details"
import { loadLater } from "../../lib/later"
import { Button, ButtonLink } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { ErrorSummary } from "../../ui/form"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { ContactFields, ShippingFields } from "./address-fields"
import { DeliveryChoice } from "./delivery-choice"
import { OrderSummary, SummaryBar } from "./order-summary"
import { PaymentChoice } from "./payment-choice"
import type { SavedDetailsProps } from "./saved-details"
import { useCheckout } from "./use-checkout"

const loadRejection = () => import("./rejection-notice")
const RejectionNotice = lazy(async () => ({ default: (await loadRejection()).RejectionNotice }))
const SavedDetails = lazy(async (): Promise<{ default: ComponentType<SavedDetailsProps> }> => {
  const loaded = await import("./saved-details").catch(() => null)
  return { default: loaded?.SavedDetails ?? (() => null) }
})

interface CheckoutFormViewProps {
  onPlaced: (orderId: string) => void
  /** The address of an order's view. */
  orderHref: (orderId: string) => string
  onOpenCart: () => void
}

/** The checkout's first view: contact, address, delivery, payment and totals. */
export function CheckoutFormView({ onPlaced, orderHref, onOpenCart }: CheckoutFormViewProps) {
  const { cards, periods } = useBusinessDetails()
  const checkout = useCheckout({ onPlaced, orderHref, cards })
  const { state, dispatch, options, lines, discount, totals, errors, rejection, isPlacing } = checkout
  const { isChanging, isLoadingCart } = checkout
  const { user } = useSession()
  useEffect(() => loadLater(() => void loadRejection().catch(noop)), [])

  return (
    <>
      <SummaryBar
        lines={lines}
        totals={totals}
        isChanging={isChanging}
        isLoading={isLoadingCart || checkout.hasCartFailed}
      />
      <form
        ref={checkout.formElement}
        className="checkout"
        noValidate
        onSubmit={checkout.onSubmit}
        onChange={checkout.onChange}
        onBlur={checkout.onBlur}
      >
        <div className="checkout__fields">
          <ErrorSummary problems={checkout.problems} />
          <p className="checkout__required">All fields are required.</p>
          {user && (
            <Suspense>
              <SavedDetails user={user} onUse={checkout.fill} />
            </Suspense>
          )}
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
            isFree={totals?.total === 0}
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
            <Suspense>
              <RejectionNotice rejection={rejection} takesCards={cards !== null} onOpenCart={onOpenCart} />
            </Suspense>
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
