import { expect, it } from "vitest"
import { paymentUri, refundDue } from "./refund-due"

const overpaid = { refundablePence: 2400, refundableSats: "60000", surplusPence: 1405 }
const exact = { refundablePence: 500, refundableSats: "12501", surplusPence: 0 }
const stands = { isCancelled: false, outstandingPence: 0 }

it.each([
  ["the surplus of an order that stands", overpaid, stands, { pence: 1405, sats: "35125", isKnown: true }],
  [
    "all of a cancelled order",
    overpaid,
    { ...stands, isCancelled: true },
    { pence: 2400, sats: "60000", isKnown: true },
  ],
  [
    "what the order owes after a return, rounded down",
    exact,
    { ...stands, outstandingPence: -200 },
    { pence: 200, sats: "5000", isKnown: true },
  ],
  ["at most all, when staff decide how much", exact, stands, { pence: 500, sats: "12501", isKnown: false }],
  [
    "nothing of a cancelled order whose money went back",
    { refundablePence: 0, refundableSats: "0", surplusPence: 0 },
    { ...stands, isCancelled: true },
    { pence: 0, sats: "0", isKnown: false },
  ],
])("is %s", (_what, invoice, status, due) => {
  expect(refundDue(invoice, status)).toEqual(due)
})

it("is a payment that a wallet can scan", () => {
  expect(paymentUri("bc1qbuyer", "35125")).toBe("bitcoin:bc1qbuyer?amount=0.00035125")
})
