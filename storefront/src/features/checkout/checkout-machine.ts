import type { CartDiscount, CartItem, CheckoutForm } from "@shop/contracts"
import type { Totals } from "../../lib/cart-lines"
import { totalsBasis } from "./totals"

/** Why the shop rejected the order, where the shopper can do something about it. */
export type Rejection =
  | { kind: "totals_changed"; before: Totals; now: Totals; discountProblem: string | null }
  | { kind: "out_of_stock" | "bitcoin_unavailable" | "card_unavailable" | "limit_exceeded"; detail: string }

export interface Ordered {
  lines: readonly CartItem[]
  discount: CartDiscount | null
  totals: Totals
}

type CheckoutStep =
  | { name: "editing" }
  | { name: "placing"; ordered: Ordered }
  /** The answer was lost; reading the cart tells whether it is an order. Submitting again is safe: a cart becomes one order. */
  | { name: "recovering"; ordered: Ordered }
  | { name: "rejected"; rejection: Rejection }
  /** `ordered` is null when an earlier page placed the order. */
  | { name: "placed"; ordered: Ordered | null; orderId: string }

export interface CheckoutState {
  step: CheckoutStep
  shippingMethod: CheckoutForm["shippingMethod"]
  paymentMethod: CheckoutForm["paymentMethod"]
  /** The shop's own totals. They apply only to the cart and delivery they were given for. */
  correction: { basis: string; totals: Totals } | null
  /** `automatic`: open while the cart is empty, until the shopper closes it. */
  emptyCartDialog: "automatic" | "open" | "closed"
}

export interface CheckoutData {
  cartStatus: "loading" | "failed" | "ready"
  lines: readonly CartItem[]
  discount: CartDiscount | null
  areShippingOptionsPending: boolean
  /** Calculated from `lines` and `discount`; null while the delivery price is unknown. */
  calculatedTotals: Totals | null
}

export type CheckoutEvent =
  | { type: "shippingMethodChosen"; method: CheckoutForm["shippingMethod"] }
  | { type: "paymentMethodChosen"; method: CheckoutForm["paymentMethod"] }
  | { type: "bitcoinUnavailable" }
  | { type: "emptyCartDialogClosed" }
  | { type: "submitted"; form: CheckoutForm; data: CheckoutData }
  /** `paymentPage`: where a card is paid; null: the order's view is next. `isToBePaid`: there; otherwise it is the success view. */
  | { type: "orderPlaced"; orderId: string; paymentPage: string | null; isToBePaid: boolean }
  | { type: "placingFailed"; changes: Partial<CheckoutState>; effects: readonly CheckoutEffect[] }
  /** The cart already is an order, though no answer said so. */
  | { type: "orderRecovered"; orderId: string }

/** What follows the form. `current`: the view that the order's payment asks for. */
export type OrderedView = "current" | "success"

export type CheckoutEffect =
  | { type: "placeOrder"; form: CheckoutForm; ordered: Ordered }
  | { type: "openOrder"; orderId: string; view: OrderedView }
  | { type: "openPaymentPage"; orderId: string; url: string }
  | { type: "refreshCart" | "refreshShippingOptions" | "refreshBitcoinRate" }
  | { type: "showError" | "clearDraft" | "forgetCart" }

interface Transition {
  state: CheckoutState
  effects: readonly CheckoutEffect[]
}

export const INITIAL_CHECKOUT: CheckoutState = {
  step: { name: "editing" },
  shippingMethod: "standard",
  paymentMethod: "bitcoin",
  correction: null,
  emptyCartDialog: "automatic",
}

export function transition(state: CheckoutState, event: CheckoutEvent): Transition {
  const to = (changes: Partial<CheckoutState>, ...effects: CheckoutEffect[]): Transition => ({
    state: { ...state, ...changes },
    effects,
  })
  switch (event.type) {
    case "shippingMethodChosen":
      return to({ shippingMethod: event.method })
    case "paymentMethodChosen":
      return to({ paymentMethod: event.method })
    // The card stays chosen when Bitcoin is back: the payment method never changes back on its own.
    case "bitcoinUnavailable":
      return to({ paymentMethod: "card" })
    case "emptyCartDialogClosed":
      return to({ emptyCartDialog: "closed" })
    case "submitted":
      return isBusy(state) ? to({}) : submit(state, event)
    case "orderPlaced":
      if (state.step.name !== "placing") return to({})
      return to(
        { step: { name: "placed", ordered: state.step.ordered, orderId: event.orderId } },
        { type: "clearDraft" },
        event.paymentPage === null
          ? { type: "openOrder", orderId: event.orderId, view: event.isToBePaid ? "current" : "success" }
          : { type: "openPaymentPage", orderId: event.orderId, url: event.paymentPage },
      )
    case "placingFailed":
      return state.step.name === "placing" ? to(event.changes, ...event.effects) : to({})
    case "orderRecovered":
      if (state.step.name === "placed") return to({})
      return to(
        { step: { name: "placed", ordered: orderedIn(state.step), orderId: event.orderId } },
        { type: "clearDraft" },
        { type: "forgetCart" },
        { type: "openOrder", orderId: event.orderId, view: "current" },
      )
  }
}

function submit(
  state: CheckoutState,
  { form, data }: Extract<CheckoutEvent, { type: "submitted" }>,
): Transition {
  const { lines, discount, totals, isEmpty } = viewOf(state, data)
  if (isEmpty) return { state: { ...state, emptyCartDialog: "open" }, effects: [] }
  if (!totals || lines.length === 0) {
    // The cart or the delivery prices could not be loaded. The button is another way to try again.
    return {
      state,
      effects: [{ type: "refreshCart" }, { type: "refreshShippingOptions" }, { type: "showError" }],
    }
  }
  const ordered = { lines, discount, totals }
  return {
    state: { ...state, step: { name: "placing", ordered } },
    effects: [{ type: "placeOrder", form, ordered }],
  }
}

export function viewOf(state: CheckoutState, data: CheckoutData) {
  const { correction, emptyCartDialog, step } = state
  const isPlacing = isBusy(state)
  // The cart is gone as soon as the order exists: what was ordered stays on the page until it moves on.
  const ordered = isPlacing ? orderedIn(step) : null
  const lines = isPlacing ? (ordered?.lines ?? []) : data.lines
  const discount = isPlacing ? (ordered?.discount ?? null) : data.discount
  const isEmpty = !isPlacing && data.cartStatus === "ready" && lines.length === 0
  const isCorrected = correction?.basis === totalsBasis(lines, state.shippingMethod, discount)
  return {
    lines,
    discount,
    isEmpty,
    isPlacing,
    totals: isPlacing ? (ordered?.totals ?? null) : isCorrected ? correction.totals : data.calculatedTotals,
    isLoadingCart: data.cartStatus === "loading" && !isPlacing,
    /** The total is not known yet, so the shopper cannot agree to it. */
    isLoadingTotals: data.cartStatus === "loading" || data.areShippingOptionsPending,
    hasCartFailed: data.cartStatus === "failed" && !isPlacing,
    rejection: step.name === "rejected" ? step.rejection : null,
    isEmptyCartDialogOpen: emptyCartDialog === "open" || (isEmpty && emptyCartDialog === "automatic"),
  }
}

const isBusy = ({ step }: CheckoutState): boolean => step.name === "placing" || step.name === "placed"

const orderedIn = (step: CheckoutStep): Ordered | null => ("ordered" in step ? step.ordered : null)
