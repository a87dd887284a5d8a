import { expect, it } from "vitest"
import { INVOICE_STATES } from "../../domain/invoice"
import { paymentLabel } from "./payment-label"

const paid = {
  state: "confirmed" as const,
  captured: true,
  reasons: [],
  currency: "GBP",
  price: "5.00",
  arrived: "5.00",
  missing_sats: "0",
  refundable: "5.00",
  refundable_sats: "12500",
  surplus: "0.00",
  refunds: [],
}
const refund = {
  preimage: null,
  basis: null,
  id: "r",
  txid: null,
  url: null,
  sats: null,
  address: null,
  note: null,
  by: "a@example.com",
  at: "2026-01-05T12:00:00.000Z",
}

it.each([
  ["states.confirmed", null, "green", {}],
  ["labels.overpaidBy", "1.00", "orange", { surplus: "1.00" }],
  ["labels.partlyRefunded", null, "blue", { refunds: [{ ...refund, amount: "2.00" }] }],
  ["labels.refundDue", null, "red", { reasons: ["order_cancelled"] }],
  ["states.confirmed", null, "green", { reasons: ["order_cancelled"], refundable: "0.00" }],
  [
    "labels.underpaidBy",
    "1.25",
    "orange",
    { state: "underpaid" as const, captured: false, arrived: "3.75", missing_sats: "3125" },
  ],
  ["states.review", null, "red", { state: "review" as const, surplus: "1.00" }],
])("says %s %s (%s)", (key, amount, colour, change) => {
  expect(paymentLabel({ ...paid, ...change })).toEqual({ key, amount, colour })
})

it.each(INVOICE_STATES)("says something of %s", (state) => {
  const unpaid = { ...paid, captured: false, arrived: "0.00", missing_sats: "12500", refundable: "0.00" }
  expect(paymentLabel({ ...unpaid, state }).key).toMatch(/^(states|labels)\./)
})
