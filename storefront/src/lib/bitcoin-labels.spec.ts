import { INVOICE_STATES, type BitcoinPayment, type Order } from "@shop/contracts"
import { expect, test } from "vitest"
import { isPayable, paymentLabel, stageOf } from "./bitcoin-labels"

function standing(payment: Partial<BitcoinPayment> = {}, status: Order["status"] = "awaiting_payment") {
  const bitcoin: BitcoinPayment = {
    address: "bcrt1qexample",
    price: "62.50",
    amountSats: "156250",
    rate: "40000.00",
    amountBtc: "0.00156250",
    uri: "bitcoin:bcrt1qexample?amount=0.00156250",
    expiresAt: "2026-01-05T12:15:00.000Z",
    payableUntil: "2026-01-05T12:15:00.000Z",
    state: "awaiting_payment",
    receivedSats: "0",
    remainingSats: "156250",
    surplusSats: "0",
    confirmations: 0,
    requiredConfirmations: 3,
    isPaidByLightning: false,
    lightning: null,
    ...payment,
  }
  return { status, isPartlySent: false, bitcoin }
}

test("an underpaid order says how much has arrived and how much more to send", () => {
  const { detail } = paymentLabel(
    standing({ state: "underpaid", receivedSats: "100000", remainingSats: "56250" }),
  )
  expect(detail).toContain("0.00100000 BTC received")
  expect(detail).toContain("Send 0.00056250 BTC more to the same address")
})

test("a confirming payment shows its number of confirmations", () => {
  expect(paymentLabel(standing({ state: "confirming", confirmations: 1 })).detail).toBe(
    "1 of 3 confirmations. You can close this page: we email you.",
  )
})

test("only a confirmed payment is called confirmed", () => {
  const called = INVOICE_STATES.filter((state) =>
    paymentLabel(standing({ state })).title.includes("confirmed"),
  )
  expect(called.filter((state) => state !== "confirming")).toEqual(["confirmed"])
})

test("an expired quote asks the buyer not to pay, and says what happens to money already sent", () => {
  expect(paymentLabel(standing({ state: "expired" })).detail).toMatch(/do not send.*already sent.*find it/s)
})

test("what the shop counts as a surplus is mentioned with the promise to return it", () => {
  const detail = (surplusSats: string) =>
    paymentLabel(standing({ state: "confirmed", receivedSats: "156300", remainingSats: "0", surplusSats }))
      .detail
  expect(detail("50")).toContain("0.00000050 BTC more than was asked")
  expect(detail("0"), "worth less than a penny, refunded or kept").not.toContain("more than")
})

test("a payment of an order that was cancelled afterwards is owed to the buyer, and is not called late", () => {
  const owed = standing({ state: "confirmed", receivedSats: "156250" }, "cancelled")
  expect(stageOf(owed)).toBe("owed")
  expect(paymentLabel(owed).detail).toContain("You get back the 0.00156250 BTC")
  expect(stageOf(standing({ state: "confirmed", receivedSats: "156250" }, "refunded"))).toBe("refunded")
})

test("money after the end is late, whether the quote or the order has ended", () => {
  expect(stageOf(standing({ state: "expired", receivedSats: "156250" }))).toBe("late")
  expect(stageOf(standing({ state: "expired", receivedSats: "156250" }, "cancelled"))).toBe("late")
  expect(stageOf(standing({ state: "cancelled", receivedSats: "1000" }, "cancelled"))).toBe("late")
  expect(paymentLabel(standing({ state: "expired", receivedSats: "156250" })).detail).toMatch(
    /0\.00156250 BTC.*do not send it again/s,
  )
})

test("an order that staff cancelled or refunded is labelled so, whatever its invoice's state", () => {
  expect(stageOf(standing({ state: "expired" }, "cancelled"))).toBe("cancelled")
  expect(stageOf(standing({ state: "awaiting_payment" }, "cancelled"))).toBe("cancelled")
  expect(stageOf(standing({ state: "review" }, "cancelled"))).toBe("review")
  expect(stageOf(standing({ state: "confirmed", receivedSats: "156250" }, "refunded"))).toBe("refunded")
})

test("every label that may need staff offers contact", () => {
  const stages = INVOICE_STATES.filter((state) => paymentLabel(standing({ state })).offersContact)
  expect(stages).toEqual(["expired", "review", "cancelled", "refunded"])
  expect(paymentLabel(standing({ state: "expired", receivedSats: "5000" })).offersContact).toBe(true)
})

test("a dispatched parcel is not described as being prepared", () => {
  expect(paymentLabel(standing({ state: "confirmed" }, "dispatched")).detail).toContain("on its way")
  expect(paymentLabel(standing({ state: "confirmed" }, "returned")).detail).toContain("received your return")
  const partly = { ...standing({ state: "confirmed" }, "dispatched"), isPartlySent: true }
  expect(paymentLabel(partly).detail).toContain("A part of your order has left")
})

test("the address is shown only while it can be paid to", () => {
  expect(INVOICE_STATES.filter((state) => isPayable(standing({ state })))).toEqual([
    "awaiting_payment",
    "underpaid",
  ])
  expect(isPayable(standing({ state: "awaiting_payment" }, "cancelled"))).toBe(false)
})

test("an order that came back is titled so, unless its money needs attention", () => {
  expect(paymentLabel(standing({ state: "confirmed" }, "returned")).title).toBe("Order returned")
  expect(paymentLabel(standing({ state: "review" }, "returned")).title).not.toBe("Order returned")
})
