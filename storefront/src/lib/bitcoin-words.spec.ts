import { INVOICE_STATES, type BitcoinPayment } from "@shop/contracts"
import { expect, test } from "vitest"
import { isPayable, isSettled, paymentWords } from "./bitcoin-words"

const aPayment = (overrides: Partial<BitcoinPayment> = {}): BitcoinPayment => ({
  address: "bcrt1qexample",
  amountSats: "156250",
  amountBtc: "0.00156250",
  uri: "bitcoin:bcrt1qexample?amount=0.00156250",
  expiresAt: "2026-01-05T12:15:00.000Z",
  state: "awaiting_payment",
  receivedSats: "0",
  remainingSats: "156250",
  confirmations: 0,
  requiredConfirmations: 3,
  ...overrides,
})

test("an underpaid order says how much has arrived and how much more to send", () => {
  const { detail } = paymentWords(
    aPayment({ state: "underpaid", receivedSats: "100000", remainingSats: "56250" }),
  )
  expect(detail).toContain("0.00100000 BTC received")
  expect(detail).toContain("Send 0.00056250 BTC more to the same address")
})

test("a payment on its way says how many confirmations it has", () => {
  expect(paymentWords(aPayment({ state: "confirming", confirmations: 1 })).detail).toBe(
    "1 of 3 confirmations",
  )
})

test("only a confirmed payment is called confirmed", () => {
  const called = INVOICE_STATES.filter((state) =>
    paymentWords(aPayment({ state })).title.includes("confirmed"),
  )
  expect(called.filter((state) => state !== "confirming")).toEqual(["confirmed"])
})

test("an expired quote asks not to send, and says what happens if it was sent already", () => {
  expect(paymentWords(aPayment({ state: "expired" })).detail).toMatch(/do not send.*already sent/s)
})

test("the page keeps asking while a payment can still change by itself", () => {
  const followed = INVOICE_STATES.filter((state) => !isSettled(aPayment({ state })))
  expect(followed).toEqual(["awaiting_payment", "underpaid", "seen", "confirming", "review"])
})

test("the address is shown only while it may be paid to", () => {
  expect(INVOICE_STATES.filter((state) => isPayable(aPayment({ state })))).toEqual([
    "awaiting_payment",
    "underpaid",
  ])
})
