import { expect, it } from "vitest"
import { panelLabel } from "./panel-label"

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
  ["Paid", "green", {}],
  ["Partly refunded", "blue", { refundedPence: 200 }],
  ["Refunded", "grey", { refundedPence: 500 }],
  ["Unpaid: £5.00 outstanding", "orange", { outstandingPence: 500, capturedPence: 0 }],
  ["Cancelled, refund due", "red", { isCancelled: true }],
  ["Cancelled", "grey", { isCancelled: true, capturedPence: 0 }],
  ["Cancelled", "grey", { isCancelled: true, refundedPence: 500 }],
])("says '%s' (%s)", (label, colour, ofStatus) => {
  const panel = { paymentStatus: { ...paymentStatus, ...ofStatus }, cards: [] }
  expect(panelLabel(panel)).toEqual({ label, colour })
})

const card = { state: "paid" as const, cases: [] }
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
  ["Refunded", {}, { refundedPence: 500 }],
  ["Partly refunded", {}, { refundedPence: 200 }],
  ["Needs your decision", { cases: [disputed] }, {}],
])("says '%s' of a card payment", (label, ofCard, ofStatus) => {
  const panel = {
    paymentStatus: { ...paymentStatus, ...ofStatus },
    cards: [{ ...card, ...ofCard }],
  }
  expect(panelLabel(panel).label).toBe(label)
})

it("says 'Partly refunded' of a card by hand, whose refund leaves the price as it was", () => {
  const status = { ...paymentStatus, outstandingPence: 200, refundedPence: 200 }
  expect(panelLabel({ paymentStatus: status, cards: [] }).label).toBe("Partly refunded")
})
