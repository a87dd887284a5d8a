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
  }
  expect(panelLabel(panel)).toEqual({ label, colour })
})
