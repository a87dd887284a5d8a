import type { CheckoutForm, Problem } from "@shop/contracts"
import type { Totals } from "../../lib/cart-lines"
import { checkoutPath } from "../../lib/links"
import { penceOf } from "../../lib/money"
import type {
  CheckoutEffect,
  CheckoutEvent,
  CheckoutState,
  Ordered,
  OrderedView,
  Rejection,
} from "./checkout-machine"
import { totalsBasis } from "./totals"

/** What only "Complete Order" needs is one file, which loads with the first interaction. */
export { placeOrder } from "../../api/place-order"

/** The shop's limits for an order, for its payment, and for unpaid orders. */
const LIMITS = new Set(["too_many_pieces", "too_many_unpaid_orders", "held_for_payment", "amount_too_small"])

interface Failure {
  problem: Problem | null
  /** The answer was lost: the order may exist. */
  isOutcomeUnknown: boolean
}

/** What follows when the shop rejects an order, or does not answer. */
export function placingFailed(
  { problem, isOutcomeUnknown }: Failure,
  ordered: Ordered,
  shippingMethod: CheckoutForm["shippingMethod"],
): Extract<CheckoutEvent, { type: "placingFailed" }> {
  const failed = (
    changes: Partial<CheckoutState>,
    ...effects: CheckoutEffect[]
  ): ReturnType<typeof placingFailed> => ({ type: "placingFailed", changes, effects })
  const rejected = (rejection: Rejection, ...effects: CheckoutEffect[]) =>
    failed({ step: { name: "rejected", rejection } }, ...effects)
  const totals = parseTotals(problem)
  if (totals) {
    const discountProblem = problem?.totals?.discountProblem ?? null
    const { changes, effects } = rejected(
      { kind: "totals_changed", before: ordered.totals, now: totals, discountProblem },
      { type: "refreshCart" },
      { type: "refreshShippingOptions" },
    )
    const basis = totalsBasis(ordered.lines, shippingMethod, ordered.discount)
    return failed({ ...changes, correction: { basis, totals } }, ...effects)
  }
  if (problem?.code === "out_of_stock")
    return rejected({ kind: "out_of_stock", detail: problem.detail }, { type: "refreshCart" })
  if (problem && LIMITS.has(problem.code))
    return rejected({ kind: "limit_exceeded", detail: problem.detail }, { type: "refreshCart" })
  if (problem?.code === "bitcoin_unavailable")
    return rejected({ kind: "bitcoin_unavailable", detail: problem.detail }, { type: "refreshBitcoinRate" })
  if (problem?.code === "card_unavailable")
    return rejected({ kind: "card_unavailable", detail: problem.detail })
  if (problem?.code === "empty_cart")
    return failed({ step: { name: "editing" }, emptyCartDialog: "open" }, { type: "refreshCart" })
  return isOutcomeUnknown
    ? failed({ step: { name: "recovering", ordered } }, { type: "showError" }, { type: "refreshCart" })
    : failed({ step: { name: "editing" } }, { type: "showError" })
}

/** Back leads to the order, also when the browser kept this page as it was. */
export function openPaymentPage(
  { orderId, url }: { orderId: string; url: string },
  onPlaced: (orderId: string, view: OrderedView) => void,
): void {
  history.replaceState(history.state, "", checkoutPath(orderId))
  window.addEventListener("pageshow", () => onPlaced(orderId, "current"), { once: true })
  location.assign(url)
}

/** The shop's own totals from its rejection; null when it rejected the order for another reason. */
export function parseTotals(problem: Problem | null): Totals | null {
  if (problem?.code !== "totals_changed" || !problem.totals) return null
  return {
    subtotal: penceOf(problem.totals.subtotal),
    discount: penceOf(problem.totals.discount),
    shipping: penceOf(problem.totals.shippingCost),
    total: penceOf(problem.totals.total),
  }
}
