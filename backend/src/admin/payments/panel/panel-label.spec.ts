import { expect, it } from "vitest"
import { panelLabel } from "./panel-label"

const invoice = { state: "confirmed", isCaptured: true, refundablePence: 500, surplusPence: 0 }
const paymentStatus = {
  isCancelled: false,
  outstandingPence: 0,
  isUndone: false,
  release: null,
  mayShip: true,
}

it.each([
  ["Paid", "green", {}, {}],
  ["Paid, £1.00 too much", "orange", { surplusPence: 100 }, {}],
  ["Needs your decision", "red", { state: "review", surplusPence: 100 }, {}],
  [
    "Unpaid: £5.00 outstanding",
    "orange",
    { state: "underpaid", isCaptured: false },
    { outstandingPence: 500 },
  ],
  ["Cancelled, refund due", "red", {}, { isCancelled: true }],
  ["Cancelled", "grey", { isCaptured: false }, { isCancelled: true }],
])("says '%s' (%s)", (label, colour, ofInvoice, ofStatus) => {
  const panel = {
    paymentStatus: { ...paymentStatus, ...ofStatus },
    invoices: [{ ...invoice, ...ofInvoice }],
    cards: [],
  }
  expect(panelLabel(panel)).toEqual({ label, colour })
})

const card = { state: "paid" as const, isCaptured: true, refundablePence: 500, receivedPence: 500, cases: [] }
const disputed = {
  id: "cardcase_1",
  what: "A cardholder disputes a payment",
  next: "Send the evidence",
  pence: 500,
  detail: "fraudulent",
  openedAt: "2026-01-05T12:00:00.000Z",
  respondBy: null,
}

it.each([
  ["Paid", {}],
  ["Refunded", { refundablePence: 0 }],
  ["Needs your decision", { cases: [disputed] }],
])("says '%s' of a card payment", (label, ofCard) => {
  expect(panelLabel({ paymentStatus, invoices: [], cards: [{ ...card, ...ofCard }] }).label).toBe(label)
})
