import {
  checkoutFormSchema,
  PAYMENT_METHODS,
  SHIPPING_METHODS,
  type CartItem,
  type CheckoutForm,
} from "@shop/contracts"
import { noop, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState, type SyntheticEvent } from "react"
import * as z from "zod/mini"
import { fieldErrorsOf, problemOf } from "../../api/api-error"
import { bitcoinRateQuery } from "../../api/bitcoin-rate"
import { useCart, useOrderOfCart } from "../../api/cart"
import { forgetCartId } from "../../api/cart-id"
import { refreshCart } from "../../api/cart-state"
import { orderQuery, usePlaceOrder } from "../../api/orders"
import { shippingOptionsQuery } from "../../api/shipping"
import { isUncertain } from "../../api/uncertain"
import { showToast } from "../../ui/toast-store"
import { useForm } from "../../ui/use-form"
import { restoreDraft, draftIn, clearDraft, hasInput, saveDraft, readDraft } from "./draft"
import { calculateTotals, totalsBasis, parseTotals, type Totals } from "./totals"

/** Why the shop did not take the order, where the shopper can do something about it. */
export type Rejection =
  | { kind: "totals_changed"; before: Totals; now: Totals }
  | { kind: "out_of_stock" | "bitcoin_unavailable"; detail: string }

/** While the shop takes no Bitcoin: how often the page looks whether it does again. */
const RATE_POLL_MS = 30_000

/** The checkout form's whole behaviour: totals, draft, checks, placing, and what to do when the shop refuses. */
export function useCheckout({ onPlaced }: { onPlaced: (orderId: string) => void }) {
  const client = useQueryClient()
  const cart = useCart()
  const options = useQuery({ ...shippingOptionsQuery(), staleTime: 0 })
  const rate = useQuery({
    ...bitcoinRateQuery(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isKnown === false ? RATE_POLL_MS : false),
  })
  const bitcoinUnavailable = rate.data?.isKnown === false ? rate.data.reason : null
  const placing = usePlaceOrder()
  const formElement = useRef<HTMLFormElement>(null)
  const [shippingMethod, setShippingMethod] = useState<CheckoutForm["shippingMethod"]>("standard")
  const [paymentMethod, setPaymentMethod] = useState<CheckoutForm["paymentMethod"]>("bitcoin")
  const [rejection, setRejection] = useState<Rejection | null>(null)
  const [corrected, setCorrected] = useState<{ basis: string; totals: Totals } | null>(null)
  const [ordered, setOrdered] = useState<readonly CartItem[]>([])
  const [emptyCart, setEmptyCart] = useState<"told when so" | "asked" | "dismissed">("told when so")

  const recoveredOrderId = useOrderOfCart()

  const isPlacing = placing.isPending || placing.isSuccess || recoveredOrderId !== null
  // The cart is gone as soon as the order is there: what was ordered stays on the page until that moves on.
  const lines = isPlacing ? ordered : cart.lines
  const isEmpty = cart.status === "ready" && lines.length === 0
  const basis = totalsBasis(lines, shippingMethod)
  const calculated = calculateTotals(
    lines,
    options.data?.find((option) => option.id === shippingMethod),
  )
  const totals = corrected?.basis === basis ? corrected.totals : calculated

  // Checkout never trusts what another page fetched a while ago.
  useEffect(() => void refreshCart(client), [client])

  useEffect(() => {
    const form = formElement.current
    if (!form) return
    restoreDraft(form, readDraft())
    if (hasInput(form)) saveDraft(form)
    const chosen = draftIn(form)
    const shipping = z.enum(SHIPPING_METHODS).safeParse(chosen.shippingMethod)
    if (shipping.success) setShippingMethod(shipping.data)
    const payment = z.enum(PAYMENT_METHODS).safeParse(chosen.paymentMethod)
    if (payment.success) setPaymentMethod(payment.data)
  }, [])

  // The order was made and the answer to it lost: a reload, or the look after a failure, finds it by its cart.
  useEffect(() => {
    if (recoveredOrderId === null) return
    clearDraft()
    forgetCartId()
    onPlaced(recoveredOrderId)
  }, [recoveredOrderId, onPlaced])

  // Once chosen so, the card stays chosen: nobody's way of paying changes under their hands when Bitcoin is back.
  useEffect(() => {
    if (bitcoinUnavailable !== null) setPaymentMethod("card")
  }, [bitcoinUnavailable])

  const form = useForm(checkoutFormSchema, readForm, (values, element) => {
    if (isEmpty) return setEmptyCart("asked")
    if (!totals || lines.length === 0) {
      // Something could not be fetched, and says so where it stands; pressing the button is another way to try again.
      cart.retry()
      void options.refetch()
      return showCheckoutError()
    }
    setRejection(null)
    setOrdered(lines)
    placing
      .mutateAsync({ form: values, shippingPence: totals.shipping, totalPence: totals.total })
      .then(async ({ id }) => {
        clearDraft()
        // Fetched now, so that the next view has everything the moment it appears.
        await client.query(orderQuery(id)).catch(noop)
        onPlaced(id)
      })
      .catch((error: unknown) => handleRejection(error, totals, element))
  })

  function handleRejection(error: unknown, before: Totals, element: HTMLFormElement): void {
    const problem = problemOf(error)
    const now = parseTotals(problem)
    if (now) {
      setCorrected({ basis, totals: now })
      setRejection({ kind: "totals_changed", before, now })
      void refreshCart(client)
      void options.refetch()
    } else if (problem?.code === "out_of_stock") {
      setRejection({ kind: "out_of_stock", detail: problem.detail })
      void refreshCart(client)
    } else if (problem?.code === "bitcoin_unavailable") {
      setRejection({ kind: "bitcoin_unavailable", detail: problem.detail })
      void client.invalidateQueries(bitcoinRateQuery())
    } else if (problem?.code === "empty_cart") {
      void refreshCart(client)
      setEmptyCart("asked")
    } else {
      showCheckoutError()
      if (isUncertain(error)) void refreshCart(client)
      form.showErrors(fieldErrorsOf(error), element)
    }
  }

  return {
    lines,
    isChanging: cart.isChanging,
    /** Cart or delivery prices are still on their way: nobody can agree to a total that is not there yet. */
    isLoadingTotals: cart.status === "loading" || options.isPending,
    cartFailed: cart.status === "failed" && !isPlacing,
    retryCart: cart.retry,
    asksForProducts: emptyCart === "asked" || (isEmpty && emptyCart === "told when so"),
    dismissEmptyCart: () => setEmptyCart("dismissed"),
    options,
    totals,
    rejection,
    errors: form.errors,
    formElement,
    shippingMethod,
    setShippingMethod,
    paymentMethod,
    setPaymentMethod,
    bitcoinUnavailable,
    isPlacing,
    hasOrder: placing.isSuccess,
    onSubmit: form.onSubmit,
    onChange: (event: SyntheticEvent<HTMLFormElement>) => {
      saveDraft(event.currentTarget)
      form.onChange(event)
    },
  }
}

function showCheckoutError(): void {
  showToast({
    tone: "destructive",
    title: "Checkout failed",
    description: "There was a problem processing your order. Please try again.",
  })
}

/** Every field is there even when nothing was chosen, so that each gets its own message. */
function readForm(form: HTMLFormElement): unknown {
  return {
    email: "",
    phone: "",
    name: "",
    address: "",
    city: "",
    postcode: "",
    ...Object.fromEntries(new FormData(form)),
  }
}
