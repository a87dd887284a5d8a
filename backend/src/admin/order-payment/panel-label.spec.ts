import { expect, it } from "vitest"
import { t } from "../i18n/testing"
import { panelLabel } from "./panel-label"

const paymentStatus = {
  isCancelled: false,
  outstandingPence: 0,
  duePence: 0,
  capturedPence: 500,
  refundedPence: 0,
  whyUnpaid: null,
  dispute: null,
  release: null,
  mayShip: true,
  mayComplete: false,
}

it.each([
  ["Paid", "green", {}],
  ["Partly refunded", "blue", { refundedPence: 200 }],
  ["Refunded", "grey", { refundedPence: 500 }],
  ["Unpaid: £5.00 outstanding", "orange", { outstandingPence: 500, duePence: 500, capturedPence: 0 }],
  ["Difference due: £2.00", "orange", { outstandingPence: 300, duePence: 200 }],
  ["Awaiting return", "orange", { outstandingPence: 300 }],
  ["Refund due: £2.00", "red", { outstandingPence: -200, duePence: -200 }],
  ["Cancelled, refund due", "red", { isCancelled: true }],
  ["Cancelled", "grey", { isCancelled: true, capturedPence: 0 }],
  ["Cancelled", "grey", { isCancelled: true, refundedPence: 500 }],
  ["Disputed", "orange", { dispute: "open" as const }],
  ["Dispute lost", "orange", { dispute: "lost" as const }],
  // The bank has returned the money.
  ["Cancelled", "grey", { isCancelled: true, dispute: "lost" as const }],
])("says '%s' (%s)", (label, colour, ofStatus) => {
  const panel = { paymentStatus: { ...paymentStatus, ...ofStatus }, needsDecision: false }
  expect(panelLabel(panel, t)).toEqual({ label, colour })
})

it.each([
  ["Paid", false, {}],
  ["Refunded", false, { refundedPence: 500 }],
  ["Partly refunded", false, { refundedPence: 200 }],
  ["Needs your decision", true, {}],
])("says '%s' of an order with an open case: %s", (label, needsDecision, ofStatus) => {
  const panel = { paymentStatus: { ...paymentStatus, ...ofStatus }, needsDecision }
  expect(panelLabel(panel, t).label).toBe(label)
})

it("says 'Partly refunded' of a card by hand, whose refund leaves the price as it was", () => {
  const status = { ...paymentStatus, outstandingPence: 200, refundedPence: 200 }
  expect(panelLabel({ paymentStatus: status, needsDecision: false }, t).label).toBe("Partly refunded")
})
