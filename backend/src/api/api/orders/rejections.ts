import { formatPence, toPounds } from "@shop/contracts"
import type { AddressRejection } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { Rejection } from "../../../workflows/place-order/outcome"
import { Problem } from "../../../platform/http/problem"
import { bitcoinUnavailable } from "../../../platform/http/errors"

/** The error for each reason why an order was not placed. A shop that takes cards offers them. */
export function problemOf(rejection: Rejection, takesCards: boolean): Problem {
  switch (rejection.reason) {
    case "unknown_cart":
    case "empty_cart":
      return new Problem(
        409,
        "empty_cart",
        "Your cart is empty - You need to add products to your cart before checking out.",
      )
    case "no_delivery":
      return new Problem(
        409,
        "no_delivery",
        "We cannot deliver that way at the moment. Please choose another delivery.",
      )
    case "withdrawn":
      return new Problem(
        409,
        "withdrawn",
        `${rejection.product} is no longer on sale. Please remove it from your cart.`,
      )
    case "out_of_stock":
      return new Problem(409, "out_of_stock", outOfStock(rejection), { available: rejection.available })
    case "totals_changed":
      return new Problem(
        409,
        "totals_changed",
        `${rejection.discountProblem === null ? "" : `${rejection.discountProblem} `}The total is now ${formatPence(rejection.total)}. Please check it and complete your order again.`,
        {
          totals: {
            subtotal: toPounds(rejection.subtotal),
            discount: toPounds(rejection.discount),
            shippingCost: toPounds(rejection.shipping),
            total: toPounds(rejection.total),
            ...(rejection.discountProblem !== null && { discountProblem: rejection.discountProblem }),
          },
        },
      )
    case "too_many_pieces":
      return new Problem(
        409,
        "too_many_pieces",
        `At most ${rejection.most} ${rejection.product === null ? "items" : `of ${rejection.product}`} can be ordered at once. Please change your cart, or contact us if you need more.`,
      )
    case "too_many_unpaid_orders":
      return new Problem(409, "too_many_unpaid_orders", tooManyUnpaid(rejection.sharedBy, takesCards))
    case "held_for_payment":
      return new Problem(409, "held_for_payment", heldForPayment(rejection), {
        available: rejection.available,
      })
    case "bitcoin_unavailable":
      return bitcoinUnavailable(rejection)
    case "cards_not_taken":
      return cardUnavailable()
    case "amount_too_small":
      return new Problem(409, "amount_too_small", tooSmall(rejection))
  }
}

function tooManyUnpaid(sharedBy: keyof typeof TOO_MANY_UNPAID, takesCards: boolean): string {
  const byCard = sharedBy === "bitcoin" && takesCards ? " Or pay for this order by card." : ""
  return TOO_MANY_UNPAID[sharedBy] + byCard
}

function tooSmall({ method, least }: { method: "bitcoin" | "card"; least: number }): string {
  const how = method === "bitcoin" ? "in Bitcoin" : "by card"
  return `Less than ${formatPence(least)} cannot be paid ${how}. Please choose another way to pay, or add something to your cart.`
}

const TOO_MANY_UNPAID = {
  address:
    "Too many orders from your internet connection are not paid yet. Please pay for one of them first, or try again later.",
  bitcoin:
    "Several Bitcoin orders from your internet connection were not paid. Please pay for one of them, or try again later.",
  email:
    "Too many orders with this email address are not paid yet. Please pay for one of them first, or try again later.",
} as const

function heldForPayment({ product, available }: { product: string; available: number }): string {
  return available === 0
    ? `Your unpaid orders hold as many of ${product} as we can set aside. Please pay for them first, or remove it from your cart.`
    : `We can set aside at most ${available} of ${product} until your order is paid. Please change the quantity in your cart, or contact us if you need more.`
}

function outOfStock({ product, available }: { product: string; available: number }): string {
  if (available === 0) return `${product} is sold out. Please remove it from your cart.`
  return `Only ${available} of ${product} ${available === 1 ? "is" : "are"} left. Please change the quantity in your cart.`
}

/** Cards are not taken, or the processor does not answer. */
export function cardUnavailable(): Problem {
  return new Problem(
    503,
    "card_unavailable",
    "Card payments are temporarily unavailable. Please try again in a few minutes, or pay with Bitcoin.",
  )
}

/** The order is paid, over, or being paid. */
export function notPayable(): Problem {
  return new Problem(
    409,
    "not_payable",
    "This order can no longer be paid that way. Its page shows its status.",
  )
}

/** Money for the order was seen, late or little as it may be: the buyer must not pay twice. */
export function paymentSeen(): Problem {
  return new Problem(
    409,
    "payment_seen",
    "We have seen your payment for this order. Please do not pay again: its page shows how it goes on.",
  )
}

/** The same error for every unknown id. */
export function unknownOrder(): Problem {
  return new Problem(404, "unknown_order", "We have no order with that id.")
}

/** The caller knows the order's id, which is not enough. */
export function notTheBuyer(): Problem {
  return new Problem(
    403,
    "not_the_buyer",
    "Only the buyer can do that: open this page by the link in one of the order's emails, or sign in.",
  )
}

const ADDRESS_TROUBLE = {
  no_address:
    "That is not a Bitcoin address: a character is wrong or missing. Copy it again from your wallet.",
  other_network: "That address is for another Bitcoin network, and money sent there would be lost.",
  ours: "That is an address of ours, not your wallet's. Copy a receiving address from your own wallet.",
} as const

/** The error of a rejected refund address. @param field the name of the field in the body */
export function noRefundAddress(reason: AddressRejection, field = "address"): Problem {
  switch (reason) {
    case "not_asked":
      return new Problem(
        409,
        "not_asked",
        "The refund has been sent or is being sent, so its address can no longer be changed here. If something is wrong, contact us at once.",
      )
    case "too_often":
      return new Problem(
        409,
        "too_often",
        "The address was changed several times already. Please email us, and we will help you.",
      )
    case "no_address":
    case "other_network":
    case "ours": {
      const message = ADDRESS_TROUBLE[reason]
      return new Problem(400, "invalid", message, { errors: [{ field, message }] })
    }
  }
}

const NOT_CANCELLABLE = {
  packed:
    "This order is packed or on its way, so it can no longer be cancelled here. When it arrives you can return what you have not opened: write to us, or use the form on this page.",
  money_under_way:
    "A payment for this order is on its way, or we are checking it. Once it has arrived you have an hour to cancel the order here.",
  too_late:
    "The hour for cancelling this order is over: it may be packed already. Your right to return it is not affected.",
  by_hand:
    "Please write to us to cancel this order: your card was charged by hand, and we refund it by hand.",
} as const

/** The error if a buyer cannot cancel their order. */
export function notCancellable(reason: keyof typeof NOT_CANCELLABLE): Problem {
  return new Problem(409, reason, NOT_CANCELLABLE[reason])
}

const NO_WITHDRAWAL = {
  nothing_to_return:
    "There is nothing to return in this order: it is not paid, or it is cancelled or refunded.",
  cancel_instead: "This order can still be cancelled as a whole, on this page. Then nothing is sent to you.",
  period_over:
    "The 14 days after delivery are over. If something is wrong with what you received, write to us: your rights last longer then.",
  sent_before:
    "You have sent us a notice about this order already. To change it, answer the email that acknowledged it.",
} as const

/** The error if a buyer cannot withdraw from their order. */
export function notWithdrawable(reason: keyof typeof NO_WITHDRAWAL): Problem {
  return new Problem(409, reason, NO_WITHDRAWAL[reason])
}

/** The error of items that the order does not have. */
export function unknownItems(): Problem {
  const message = "This order does not have these items in this quantity."
  return new Problem(400, "invalid", message, { errors: [{ field: "items", message }] })
}

/** The page at the processor could still take money. */
export function cardPageOpen(): Problem {
  return new Problem(
    503,
    "card_unavailable",
    "The card processor does not answer, so its payment page is still open. Nothing has changed. Please try again in a minute.",
  )
}

const NO_NEW_QUOTE = {
  closed: "The goods of this order are no longer held.",
  too_often: "The quote of this order was renewed several times.",
  too_many_addresses: "Several Bitcoin orders from your internet connection were not paid.",
} as const

/** The error if an expired quote cannot be renewed. */
export function noNewQuote(reason: keyof typeof NO_NEW_QUOTE): Problem {
  return new Problem(
    409,
    "no_new_quote",
    `${NO_NEW_QUOTE[reason]} Please put them into your cart again, or contact us.`,
  )
}
