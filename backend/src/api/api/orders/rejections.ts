import { formatPence, toPounds, type PaymentMethod } from "@shop/contracts"
import type { AddressRejection } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { bitcoinUnavailable } from "../../../platform/http/errors"
import { invalidField, Problem } from "../../../platform/http/problem"
import type { MethodRejection, Rejection } from "../../../workflows/place-order/outcome"

/** Why an order cannot be placed or changed, by the code of the error. */
const CONFLICTS = {
  empty_cart: "Your cart is empty - You need to add products to your cart before checking out.",
  no_delivery: "We cannot deliver that way at the moment. Please choose another delivery.",
  no_receipt: "This order is not paid: there is no receipt yet.",
  not_payable: "This order can no longer be paid that way. Its page shows its status.",
  // Late or little as it may be: the buyer must not pay twice.
  payment_seen:
    "We have seen your payment for this order. Please do not pay again: its page shows how it goes on.",
  not_asked:
    "The refund has been sent or is being sent, so its address can no longer be changed here. If something is wrong, contact us at once.",
  too_often: "The address was changed several times already. Please email us, and we will help you.",
  packed:
    "This order is packed or on its way, so it can no longer be cancelled here. When it arrives you can return what you have not opened: write to us, or use the form on this page.",
  money_under_way:
    "A payment for this order is on its way, or we are checking it. Once it has arrived you have an hour to cancel the order here.",
  too_late:
    "The hour for cancelling this order is over: it may be packed already. Your right to return it is not affected.",
  by_hand:
    "Please write to us to cancel this order: your card was charged by hand, and we refund it by hand.",
  nothing_to_return:
    "There is nothing to return in this order: it is not paid, or it is cancelled or refunded.",
  cancel_instead: "This order can still be cancelled as a whole, on this page. Then nothing is sent to you.",
  period_over:
    "The 14 days after delivery are over. If something is wrong with what you received, write to us: your rights last longer then.",
  sent_before:
    "You have sent us a notice about this order already. To change it, answer the email that acknowledged it.",
} as const

export const conflict = (reason: keyof typeof CONFLICTS): Problem =>
  new Problem(409, reason, CONFLICTS[reason])

export function problemOf(rejection: Rejection | MethodRejection, takesCards: boolean): Problem {
  switch (rejection.reason) {
    case "unknown_cart":
      return conflict("empty_cart")
    case "empty_cart":
    case "no_delivery":
    case "not_payable":
    case "payment_seen":
      return conflict(rejection.reason)
    case "bitcoin_unavailable":
      return bitcoinUnavailable(rejection)
    case "cards_not_taken":
      return cardUnavailable()
    default:
      return new Problem(409, rejection.reason, sentenceOf(rejection, takesCards), extrasOf(rejection))
  }
}

type Told = Exclude<
  Rejection,
  { reason: "unknown_cart" | "empty_cart" | "no_delivery" | "bitcoin_unavailable" | "cards_not_taken" }
>

function sentenceOf(rejection: Told, takesCards: boolean): string {
  switch (rejection.reason) {
    case "withdrawn":
      return `${rejection.product} is no longer on sale. Please remove it from your cart.`
    case "out_of_stock": {
      const { product, available } = rejection
      if (available === 0) return `${product} is sold out. Please remove it from your cart.`
      return `Only ${available} of ${product} ${available === 1 ? "is" : "are"} left. Please change the quantity in your cart.`
    }
    case "totals_changed": {
      const discount = rejection.discountProblem === null ? "" : `${rejection.discountProblem} `
      return `${discount}The total is now ${formatPence(rejection.total)}. Please check it and complete your order again.`
    }
    case "too_many_pieces": {
      const what = rejection.product === null ? "items" : `of ${rejection.product}`
      return `At most ${rejection.most} ${what} can be ordered at once. Please change your cart, or contact us if you need more.`
    }
    case "too_many_unpaid_orders": {
      const byCard = rejection.sharedBy === "bitcoin" && takesCards ? " Or pay for this order by card." : ""
      return TOO_MANY_UNPAID[rejection.sharedBy] + byCard
    }
    case "held_for_payment": {
      const { product, available } = rejection
      return available === 0
        ? `Your unpaid orders hold as many of ${product} as we can set aside. Please pay for them first, or remove it from your cart.`
        : `We can set aside at most ${available} of ${product} until your order is paid. Please change the quantity in your cart, or contact us if you need more.`
    }
    case "amount_too_small": {
      const { method, least } = rejection
      return `Less than ${formatPence(least)} cannot be paid ${PAID[method]}. Please choose another way to pay, or add something to your cart.`
    }
  }
}

const PAID: Record<PaymentMethod, string> = { bitcoin: "in Bitcoin", card: "by card" }

const TOO_MANY_UNPAID = {
  address:
    "Too many orders from your internet connection are not paid yet. Please pay for one of them first, or try again later.",
  bitcoin:
    "Several Bitcoin orders from your internet connection were not paid. Please pay for one of them, or try again later.",
  email:
    "Too many orders with this email address are not paid yet. Please pay for one of them first, or try again later.",
} as const

function extrasOf(rejection: Told): Problem["extras"] {
  if ("available" in rejection) return { available: rejection.available }
  if (rejection.reason !== "totals_changed") return {}
  const { subtotal, discount, shipping, total, discountProblem } = rejection
  return {
    totals: {
      subtotal: toPounds(subtotal),
      discount: toPounds(discount),
      shippingCost: toPounds(shipping),
      total: toPounds(total),
      ...(discountProblem !== null && { discountProblem }),
    },
  }
}

export function cardUnavailable(
  detail = "Card payments are temporarily unavailable. Please try again in a few minutes, or pay with Bitcoin.",
): Problem {
  return new Problem(503, "card_unavailable", detail)
}

export const unknownOrder = (): Problem => new Problem(404, "unknown_order", "We have no order with that id.")

const WRONG_ADDRESS = {
  no_address:
    "That is not a Bitcoin address: a character is wrong or missing. Copy it again from your wallet.",
  no_destination:
    "That is neither a Bitcoin address nor a Lightning address, LNURL or offer: a character is wrong or missing. Copy it again from your wallet.",
  expires:
    "That is a request for one payment, which expires before we can pay it. Copy a Lightning address, an LNURL or an offer from your wallet, or a Bitcoin address.",
  other_network: "That address is for another Bitcoin network, and money sent there would be lost.",
  ours: "That is an address of ours, not your wallet's. Copy a receiving address from your own wallet.",
} as const

export const noRefundAddress = (reason: AddressRejection, field = "address"): Problem =>
  reason === "not_asked" || reason === "too_often"
    ? conflict(reason)
    : invalidField(field, WRONG_ADDRESS[reason])

const NO_NEW_QUOTE = {
  closed: "The goods of this order are no longer held.",
  too_often: "The quote of this order was renewed several times.",
  too_many_addresses: "Several Bitcoin orders from your internet connection were not paid.",
} as const

export const noNewQuote = (reason: keyof typeof NO_NEW_QUOTE): Problem =>
  new Problem(
    409,
    "no_new_quote",
    `${NO_NEW_QUOTE[reason]} Please put them into your cart again, or contact us.`,
  )
