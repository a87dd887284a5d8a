import type { CardPayment } from "@shop/contracts"
import { expect, test } from "vitest"
import { cardLabel } from "./card-labels"

const UNPAID: CardPayment = {
  state: "awaiting_payment",
  isDeclined: false,
  canRetry: true,
  canPayWithBitcoin: true,
  payableUntil: "2026-01-05T14:35:00.000Z",
  refunded: "0.00",
  dispute: null,
}
const detailOf = (over: Partial<CardPayment>) =>
  cardLabel({ order: { status: "awaiting_payment", isPartlySent: false }, card: { ...UNPAID, ...over } })
    .detail

test("an unpaid card offers only what the shop accepts now", () => {
  expect(detailOf({})).toBe(
    "Nothing was charged. We hold your order until 14:35. Pay by card or pay with Bitcoin.",
  )
  expect(detailOf({ isDeclined: true, canPayWithBitcoin: false })).toBe(
    "Your card was declined, and nothing was charged. We hold your order until 14:35. Try again.",
  )
  expect(detailOf({ canRetry: false, payableUntil: null })).toBe(
    "Nothing was charged. You can still pay with Bitcoin.",
  )
})

test("an order whose buyer has not tried to pay is not called a failed payment", () => {
  const titleOf = (isDeclined: boolean) =>
    cardLabel({
      order: { status: "awaiting_payment", isPartlySent: false },
      card: { ...UNPAID, isDeclined },
    }).title
  expect(titleOf(false)).toBe("Your order is not paid yet")
  expect(titleOf(true)).toBe("The payment was not completed")
})

test("a partial refund is named beside the payment", () => {
  const { title, detail } = cardLabel({
    order: { status: "paid", isPartlySent: false },
    card: { ...UNPAID, state: "paid", refunded: "2.50" },
  })
  expect(title).toBe("Payment received")
  expect(detail).toContain("£2.50 of it goes back to your card within 14 days.")
})

test("a disputed payment promises no parcel and asks for nothing", () => {
  const detailOf = (dispute: "open" | "lost", status: "paid" | "cancelled" = "paid") =>
    cardLabel({ order: { status, isPartlySent: false }, card: { ...UNPAID, state: "paid", dispute } }).detail
  expect(detailOf("open")).toBe(
    "You have asked your bank about it: we wait for the bank, and do not send anything meanwhile.",
  )
  for (const status of ["paid", "cancelled"] as const)
    expect(detailOf("lost", status)).toBe(
      "Your bank has returned it to you, and there is nothing to pay. Please contact us about the goods.",
    )
})

test("a dispute is no quiet tick, also when the parcel has left", () => {
  const toneOf = (dispute: CardPayment["dispute"], status: "paid" | "dispatched" | "delivered") =>
    cardLabel({ order: { status, isPartlySent: false }, card: { ...UNPAID, state: "paid", dispute } }).tone
  for (const status of ["paid", "dispatched", "delivered"] as const) {
    expect(toneOf("open", status)).toBe("attention")
    expect(toneOf("lost", status)).toBe("attention")
    expect(toneOf(null, status)).toBe("done")
  }
})

test("a refunded part does not hide where the parcel is", () => {
  const detailOf = (status: "paid" | "dispatched" | "delivered") =>
    cardLabel({
      order: { status, isPartlySent: false },
      card: { ...UNPAID, state: "paid", refunded: "2.50" },
    }).detail
  expect(detailOf("paid")).toMatch(
    /goes back to your card within 14 days\. Thank you\. We are getting your parcel ready\.$/,
  )
  expect(detailOf("dispatched")).toMatch(
    /goes back to your card within 14 days\. Your parcel is on its way\.$/,
  )
  expect(detailOf("delivered")).toMatch(
    /goes back to your card within 14 days\. Your parcel was delivered\.$/,
  )
})

test("an order that came back is titled so, and its payment is no news", () => {
  const card = { ...UNPAID, state: "paid" } as const
  expect(cardLabel({ order: { status: "returned", isPartlySent: false }, card })).toMatchObject({
    title: "Order returned",
    detail: "We have received your return.",
  })
  expect(
    cardLabel({ order: { status: "returned", isPartlySent: false }, card: { ...card, state: "refunded" } })
      .title,
  ).toBe("Your payment was refunded")
})
