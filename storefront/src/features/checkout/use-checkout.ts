import { type BusinessDetails, type CheckoutForm, PAYMENT_METHODS, SHIPPING_METHODS } from "@shop/contracts"
import { noop, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from "react"
import { isUncertain, problemOf, retryDelay, retryUncertain } from "../../lib/api-error"
import { loadCode } from "../../lib/later"
import { isOnline } from "../../lib/online"
import { bitcoinRateQuery, shippingOptionsQuery } from "../../api/catalogue"
import { useCart, useOrderOfCart } from "../../api/cart"
import { readCartId, refreshCart, saveCartId } from "../../api/cart-state"
import { lateParserOf } from "../../api/load-schemas"
import type { Placing } from "../../api/place-order"
import { controlsOf, fieldsOf, useForm } from "../../ui/form"
import { showError } from "../../ui/toast-store"
import {
  type CheckoutEffect,
  type CheckoutEvent,
  INITIAL_CHECKOUT,
  type Ordered,
  type OrderedView,
  transition,
  viewOf,
} from "./checkout-machine"
import { clearDraft, draftOf, hasInput, readDraft, restoreDraft, saveDraft } from "./draft"
import { calculateTotals } from "../../lib/cart-lines"
import { unpayableMethods } from "./payment-choice"

const loadRules = lateParserOf("checkoutFormSchema")
const importPlacing = () => import("./placing")
let loaded: Awaited<ReturnType<typeof importPlacing>> | null = null
/** Once it is loaded, it is waited for no more. */
export const loadPlacing = async () => (loaded ??= await loadCode(importPlacing))

const schema = () => loadPlacing().then(loadRules)

/** While the shop takes no Bitcoin, the page asks this often whether it does again. */
const RATE_POLL_MS = 30_000

interface CheckoutOptions {
  onPlaced: (orderId: string, view: OrderedView) => void
  cards: BusinessDetails["cards"]
}

export function useCheckout({ onPlaced, cards }: CheckoutOptions) {
  const client = useQueryClient()
  const cart = useCart()
  /** Asked for again for an order, which an empty cart is none of. */
  const newest = {
    staleTime: 0,
    enabled: ({ state }: { state: { data: unknown } }) => cart.lines.length > 0 || state.data === undefined,
  }
  const options = useQuery({ ...shippingOptionsQuery(), ...newest })
  const rate = useQuery({
    ...bitcoinRateQuery(),
    ...newest,
    refetchInterval: ({ state }) => (state.data?.isKnown === false ? RATE_POLL_MS : false),
  })
  const recoveredOrderId = useOrderOfCart()
  // A lost answer is asked for again. Offline the shopper is told at once.
  const { mutateAsync: placeOrder, failureCount } = useMutation({
    retry: (failures, error) => isOnline() && retryUncertain(failures, error),
    retryDelay,
    mutationFn: async (placing: Placing) => (await loadPlacing()).placeOrder(client, placing),
  })
  const formElement = useRef<HTMLFormElement>(null)

  const [state, setState] = useState(INITIAL_CHECKOUT)
  const latest = useRef(state)
  const run = useRef<(effect: CheckoutEffect) => void>(noop)
  const dispatch = useCallback((event: CheckoutEvent) => {
    const { state: next, effects } = transition(latest.current, event)
    latest.current = next
    setState(next)
    for (const effect of effects) run.current(effect)
  }, [])

  const data = {
    cartStatus: cart.status,
    lines: cart.lines,
    discount: cart.discount,
    areShippingOptionsPending: options.isPending,
    calculatedTotals: calculateTotals(
      cart.lines,
      options.data?.find(({ id }) => id === state.shippingMethod),
      cart.discount,
    ),
  }
  const view = viewOf(state, data)
  /** Null while there are no lines: an empty cart is not a free order. */
  const total = view.lines.length > 0 ? (view.totals?.total ?? null) : null
  const unpayable = unpayableMethods(total, rate.data, cards)
  const form = useForm({
    schema,
    // An unchosen city is no field of the form, and gets a message of its own.
    read: (element) => ({ city: "", ...fieldsOf(element) }),
    send: (values) => dispatch({ type: "submitted", form: values, data }),
  })

  run.current = (effect) => {
    switch (effect.type) {
      case "placeOrder":
        return void place(effect)
      case "openOrder":
        return onPlaced(effect.orderId, effect.view)
      case "openPaymentPage":
        return void loadPlacing().then((placing) => placing.openPaymentPage(effect, onPlaced))
      case "refreshCart":
        return void refreshCart(client)
      case "refreshShippingOptions":
        return void options.refetch()
      case "refreshBitcoinRate":
        return void client.invalidateQueries(bitcoinRateQuery())
      case "showError":
        return showError("Checkout failed", "There was a problem processing your order. Please try again.")
      case "clearDraft":
        return clearDraft()
      case "forgetCart":
        return saveCartId(null)
    }
  }

  async function place({ form: values, ordered }: { form: CheckoutForm; ordered: Ordered }): Promise<void> {
    try {
      const placed = await placeOrder({ cartId: readCartId(), form: values, ...ordered })
      dispatch({
        type: "orderPlaced",
        orderId: placed.id,
        paymentPage: placed.cardPaymentUrl,
        isToBePaid: placed.bitcoinAddress !== null || placed.cardPayment !== null,
      })
    } catch (error) {
      const { placingFailed } = await loadPlacing()
      const failure = { problem: problemOf(error), isOutcomeUnknown: isUncertain(error) }
      dispatch(placingFailed(failure, ordered, values.shippingMethod))
      if (formElement.current) form.showFailure(error, formElement.current)
    }
  }

  // Checkout never trusts what another page fetched earlier.
  useEffect(() => void refreshCart(client), [client])

  useEffect(() => {
    const element = formElement.current
    if (!element) return
    restoreDraft(element, readDraft())
    if (hasInput(element)) saveDraft(element)
    const draft = draftOf(element)
    const shipping = SHIPPING_METHODS.find((method) => method === draft["shippingMethod"])
    if (shipping) dispatch({ type: "shippingMethodChosen", method: shipping })
    const payment = PAYMENT_METHODS.find((method) => method === draft["paymentMethod"])
    if (payment) dispatch({ type: "paymentMethodChosen", method: payment })
  }, [dispatch])

  useEffect(() => {
    if (recoveredOrderId !== null) dispatch({ type: "orderRecovered", orderId: recoveredOrderId })
  }, [recoveredOrderId, dispatch])

  const isCardTheOnlyWay = unpayable.bitcoin !== null && cards !== null && unpayable.card === null
  useEffect(() => {
    if (isCardTheOnlyWay) dispatch({ type: "bitcoinUnavailable" })
  }, [isCardTheOnlyWay, dispatch])

  return {
    ...view,
    state,
    dispatch,
    isChanging: cart.isChanging,
    retryCart: cart.retry,
    /** The shop did not answer, and the order is sent again. */
    isRetrying: view.isPlacing && failureCount > 0,
    options,
    isFree: total === 0,
    unpayable,
    errors: form.errors,
    problems: form.problems,
    formElement,
    fill: (values: Record<string, string>) => {
      const element = formElement.current
      if (!element) return
      const controls = controlsOf(element)
      for (const control of controls) control.value = values[control.name] ?? control.value
      saveDraft(element)
      form.recheck(element)
      controls.find(({ required, value }) => required && value === "")?.focus()
    },
    formAttributes: {
      ...form.attributes,
      onChange: (event: SyntheticEvent<HTMLFormElement>) => {
        saveDraft(event.currentTarget)
        form.attributes.onChange(event)
      },
    },
  }
}
