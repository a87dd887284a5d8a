import { expect, it } from "vitest"
import { panelLabel } from "./panel-label"

const invoice = {
  state: "confirmed",
  isCaptured: true,
  pricePence: 500,
  receivedPence: 500,
  refundablePence: 500,
  surplusPence: 0,
}
const paymentStatus = {
  isCancelled: false,
  outstandingPence: 0,
  capturedPence: 500,
  refundedPence: 0,
  isUndone: false,
  release: null,
  mayShip: true,
}

it.each([
  ["Paid", "green", {}, {}],
  ["Overpaid by £1.00", "orange", { surplusPence: 100 }, {}],
  ["Partly refunded", "blue", {}, { refundedPence: 200 }],
  ["Refunded", "grey", { refundablePence: 0 }, { refundedPence: 500 }],
  ["Needs your decision", "red", { state: "review", surplusPence: 100 }, {}],
  [
    "Unpaid: £5.00 outstanding",
    "orange",
    { state: "awaiting_payment", isCaptured: false, receivedPence: 0 },
    { outstandingPence: 500, capturedPence: 0 },
  ],
  [
    "Underpaid: £1.25 missing",
    "orange",
    { state: "underpaid", isCaptured: false, receivedPence: 375 },
    { outstandingPence: 500, capturedPence: 0 },
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

const card = { state: "paid" as const, isCaptured: true, refundablePence: 500, cases: [] }
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
  ["Paid", {}, {}],
  ["Refunded", { refundablePence: 0 }, { refundedPence: 500 }],
  ["Partly refunded", { refundablePence: 300 }, { refundedPence: 200 }],
  ["Needs your decision", { cases: [disputed] }, {}],
])("says '%s' of a card payment", (label, ofCard, ofStatus) => {
  const panel = {
    paymentStatus: { ...paymentStatus, ...ofStatus },
    invoices: [],
    cards: [{ ...card, ...ofCard }],
  }
  expect(panelLabel(panel).label).toBe(label)
})

it("says 'Partly refunded' of a card by hand, whose refund leaves the price as it was", () => {
  const status = { ...paymentStatus, outstandingPence: 200, refundedPence: 200 }
  expect(panelLabel({ paymentStatus: status, invoices: [], cards: [] }).label).toBe("Partly refunded")
})
