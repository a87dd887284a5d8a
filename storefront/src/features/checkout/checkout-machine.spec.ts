import type { CartItem, CheckoutForm, Problem } from "@shop/contracts"
import { expect, test } from "vitest"
import {
  INITIAL_CHECKOUT,
  transition,
  viewOf,
  type CheckoutData,
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutState,
} from "./checkout-machine"
import { placingFailed } from "./placing"

const FORM: CheckoutForm = {
  email: "ada@example.com",
  phone: "020 7946 0123",
  name: "Ada Lovelace",
  address: "1 Demo Yard",
  city: "London",
  postcode: "E1 6AN",
  shippingMethod: "standard",
  paymentMethod: "bitcoin",
}
const line = (quantity: number): CartItem => ({
  id: "line_1",
  quantity,
  product: {
    id: "prod_1",
    slug: "honey",
    name: "Honey",
    image: null,
    weight: "340 g",
    price: "12.95",
    stock: 5,
  },
})
const TOTALS = { subtotal: 1295, discount: 0, shipping: 0, total: 1295 }
const READY: CheckoutData = {
  cartStatus: "ready",
  lines: [line(1)],
  discount: null,
  areShippingOptionsPending: false,
  calculatedTotals: TOTALS,
}
const EMPTY: CheckoutData = { ...READY, lines: [] }
const SUBMIT: CheckoutEvent = { type: "submitted", form: FORM, data: READY }

const problem = (code: string, more: Partial<Problem> = {}): Problem => ({
  type: "about:blank",
  title: "No",
  status: 409,
  code,
  detail: "Why.",
  ...more,
})
const failure = (found: Problem | null, isOutcomeUnknown = false): CheckoutEvent =>
  placingFailed(
    { problem: found, isOutcomeUnknown },
    { lines: READY.lines, discount: READY.discount, totals: TOTALS },
    FORM.shippingMethod,
  )

/** Plays events from the first state. @returns the last state, and the effects of the last event */
function play(...events: CheckoutEvent[]): { state: CheckoutState; effects: readonly CheckoutEffect[] } {
  let [state, effects]: [CheckoutState, readonly CheckoutEffect[]] = [INITIAL_CHECKOUT, []]
  for (const event of events) ({ state, effects } = transition(state, event))
  return { state, effects }
}
const stepAfter = (...events: CheckoutEvent[]) => play(...events).state.step.name
const typesAfter = (...events: CheckoutEvent[]) => play(...events).effects.map(({ type }) => type)

test("editing → placing: a submitted form places the order at the totals that were shown", () => {
  const { state, effects } = play(SUBMIT)
  expect(state.step).toEqual({
    name: "placing",
    ordered: { lines: READY.lines, discount: null, totals: TOTALS },
  })
  expect(effects).toEqual([
    { type: "placeOrder", form: FORM, ordered: { lines: READY.lines, discount: null, totals: TOTALS } },
  ])
})

test("placing: the form cannot be submitted a second time", () => {
  expect(play(SUBMIT, SUBMIT)).toMatchObject({ state: { step: { name: "placing" } }, effects: [] })
  expect(viewOf(play(SUBMIT).state, READY).isPlacing).toBe(true)
})

test("placing → placed by card: the browser goes to the payment page, and the form stays busy", () => {
  const url = "https://processor.test/pay/1"
  const { state, effects } = play(SUBMIT, {
    type: "orderPlaced",
    orderId: "order_1",
    paymentPage: url,
    isToBePaid: true,
  })
  expect(effects).toEqual([{ type: "clearDraft" }, { type: "openPaymentPage", orderId: "order_1", url }])
  expect(viewOf(state, EMPTY)).toMatchObject({ isPlacing: true, isEmpty: false })
})

test("rejected without cards: the shop's reason is shown", () => {
  const { state } = play(SUBMIT, failure(problem("card_unavailable")))
  expect(state.step).toEqual({ name: "rejected", rejection: { kind: "card_unavailable", detail: "Why." } })
})

test("placing → placed: the draft is cleared and the order opens with its data", () => {
  const placed: CheckoutEvent = {
    type: "orderPlaced",
    orderId: "order_1",
    paymentPage: null,
    isToBePaid: true,
  }
  expect(stepAfter(SUBMIT, placed)).toBe("placed")
  expect(play(SUBMIT, placed).effects).toEqual([
    { type: "clearDraft" },
    { type: "openOrder", orderId: "order_1", view: "current" },
  ])
})

test("placing → placed with nothing to pay to yet: the success view opens", () => {
  const placed: CheckoutEvent = {
    type: "orderPlaced",
    orderId: "order_1",
    paymentPage: null,
    isToBePaid: false,
  }
  expect(play(SUBMIT, placed).effects).toContainEqual({
    type: "openOrder",
    orderId: "order_1",
    view: "success",
  })
})

test("placed: what was ordered stays on the page though the cart is empty", () => {
  const { state } = play(SUBMIT, {
    type: "orderPlaced",
    orderId: "order_1",
    paymentPage: null,
    isToBePaid: true,
  })
  const view = viewOf(state, { ...EMPTY, calculatedTotals: null })
  expect(view).toMatchObject({ lines: READY.lines, totals: TOTALS, isEmptyCartDialogOpen: false })
  expect(transition(state, SUBMIT).effects).toEqual([])
})

test("editing: an empty cart opens its dialog until it is closed; submitting opens it again", () => {
  const isOpen = (...events: CheckoutEvent[]) => viewOf(play(...events).state, EMPTY).isEmptyCartDialogOpen
  const submit: CheckoutEvent = { type: "submitted", form: FORM, data: EMPTY }
  expect(isOpen()).toBe(true)
  expect(isOpen({ type: "emptyCartDialogClosed" })).toBe(false)
  expect(isOpen({ type: "emptyCartDialogClosed" }, submit)).toBe(true)
  expect(viewOf(INITIAL_CHECKOUT, { ...EMPTY, cartStatus: "loading" }).isEmptyCartDialogOpen).toBe(false)
})

test.each([
  ["the delivery prices failed", { ...READY, calculatedTotals: null }],
  ["the cart failed", { ...EMPTY, cartStatus: "failed" as const }],
])("editing: submitting loads again what is missing (%s)", (_what, data) => {
  const events: CheckoutEvent[] = [{ type: "submitted", form: FORM, data }]
  expect(stepAfter(...events)).toBe("editing")
  expect(typesAfter(...events)).toEqual(["refreshCart", "refreshShippingOptions", "showError"])
})

test("placing → rejected: other totals are shown, and apply to the same cart and delivery only", () => {
  const totals = { subtotal: "13.95", discount: "0.00", shippingCost: "0.00", total: "13.95" }
  const events = [SUBMIT, failure(problem("totals_changed", { totals }))]
  const { state } = play(...events)
  expect(viewOf(state, READY)).toMatchObject({
    rejection: { kind: "totals_changed", before: { total: 1295 }, now: { total: 1395 } },
    totals: { total: 1395 },
  })
  expect(typesAfter(...events)).toEqual(["refreshCart", "refreshShippingOptions"])
  expect(viewOf(state, { ...READY, lines: [line(2)] }).totals).toEqual(TOTALS)
  const express = play(...events, { type: "shippingMethodChosen", method: "special" })
  expect(viewOf(express.state, READY).totals).toEqual(TOTALS)
})

test("rejected → placing: the corrected totals are submitted and the rejection is gone", () => {
  const totals = { subtotal: "13.95", discount: "0.00", shippingCost: "0.00", total: "13.95" }
  const { state, effects } = play(SUBMIT, failure(problem("totals_changed", { totals })), SUBMIT)
  expect(effects).toMatchObject([{ type: "placeOrder", ordered: { totals: { total: 1395 } } }])
  expect(viewOf(state, READY).rejection).toBeNull()
})

test.each([
  ["out_of_stock", "refreshCart"],
  ["bitcoin_unavailable", "refreshBitcoinRate"],
])("placing → rejected: %s is shown with the shop's sentence", (code, effect) => {
  const events = [SUBMIT, failure(problem(code))]
  expect(viewOf(play(...events).state, READY).rejection).toEqual({ kind: code, detail: "Why." })
  expect(typesAfter(...events)).toEqual([effect])
})

test.each(["too_many_pieces", "too_many_unpaid_orders", "held_for_payment"])(
  "placing → rejected: the shop's limit %s is shown with its sentence",
  (code) => {
    const events = [SUBMIT, failure(problem(code))]
    const view = viewOf(play(...events).state, READY)
    expect(view.rejection).toEqual({ kind: "limit_exceeded", detail: "Why." })
    expect(view.lines).toEqual(READY.lines)
    expect(typesAfter(...events)).toEqual(["refreshCart"])
  },
)

test("placing → editing: a cart that is empty at the shop opens the dialog", () => {
  const events = [SUBMIT, failure(problem("empty_cart"))]
  expect(stepAfter(...events)).toBe("editing")
  expect(viewOf(play(...events).state, READY).isEmptyCartDialogOpen).toBe(true)
  expect(typesAfter(...events)).toEqual(["refreshCart"])
})

test("placing → editing: any other rejection is reported", () => {
  const events = [SUBMIT, failure(problem("invalid"))]
  expect(stepAfter(...events)).toBe("editing")
  expect(typesAfter(...events)).toEqual(["showError"])
})

test("placing → recovering → placing: after a lost answer the cart is read, and the form can be submitted", () => {
  const lost = [SUBMIT, failure(null, true)]
  expect(stepAfter(...lost)).toBe("recovering")
  expect(typesAfter(...lost)).toEqual(["showError", "refreshCart"])
  expect(viewOf(play(...lost).state, READY)).toMatchObject({ isPlacing: false, lines: READY.lines })
  expect(stepAfter(...lost, SUBMIT)).toBe("placing")
})

test("recovering → placed: the order that the cart became opens, and the cart is forgotten", () => {
  const recovered: CheckoutEvent = { type: "orderRecovered", orderId: "order_1" }
  const events = [SUBMIT, failure(null, true), recovered]
  expect(play(...events).effects).toEqual([
    { type: "clearDraft" },
    { type: "forgetCart" },
    { type: "openOrder", orderId: "order_1", view: "current" },
  ])
  expect(viewOf(play(...events).state, EMPTY)).toMatchObject({ lines: READY.lines, totals: TOTALS })
  expect(typesAfter(...events, recovered)).toEqual([])
})

test("editing → placed: a reload finds the order of an earlier page, without the empty-cart dialog", () => {
  const { state } = play({ type: "orderRecovered", orderId: "order_1" })
  expect(viewOf(state, EMPTY)).toMatchObject({ isPlacing: true, isEmptyCartDialogOpen: false, lines: [] })
})

test("without Bitcoin the card is chosen, and stays chosen when Bitcoin is back", () => {
  expect(play({ type: "bitcoinUnavailable" }).state.paymentMethod).toBe("card")
  const back = play({ type: "bitcoinUnavailable" }, { type: "paymentMethodChosen", method: "bitcoin" })
  expect(back.state.paymentMethod).toBe("bitcoin")
})

test("totals are loading until both the cart and the delivery prices are there", () => {
  const isLoading = (data: Partial<CheckoutData>) =>
    viewOf(INITIAL_CHECKOUT, { ...READY, ...data }).isLoadingTotals
  expect(isLoading({})).toBe(false)
  expect(isLoading({ cartStatus: "loading" })).toBe(true)
  expect(isLoading({ areShippingOptionsPending: true })).toBe(true)
})

test("the cart is loading until it is read or has failed, and never while an order is placed", () => {
  const isLoading = (state: CheckoutState, cartStatus: CheckoutData["cartStatus"]) =>
    viewOf(state, { ...READY, cartStatus }).isLoadingCart
  expect(isLoading(INITIAL_CHECKOUT, "loading")).toBe(true)
  expect(isLoading(INITIAL_CHECKOUT, "ready")).toBe(false)
  expect(isLoading(INITIAL_CHECKOUT, "failed")).toBe(false)
  expect(isLoading(play(SUBMIT).state, "loading")).toBe(false)
})

test("late answers change nothing", () => {
  expect(play({ type: "orderPlaced", orderId: "order_1", paymentPage: null, isToBePaid: true })).toEqual({
    state: INITIAL_CHECKOUT,
    effects: [],
  })
  const placed = play(SUBMIT, {
    type: "orderPlaced",
    orderId: "order_1",
    paymentPage: null,
    isToBePaid: true,
  }).state
  expect(transition(placed, failure(null, true))).toEqual({ state: placed, effects: [] })
})
