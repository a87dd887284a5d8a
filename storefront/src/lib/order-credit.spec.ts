import { expect, test } from "vitest"
import { amountRows, orderCredit } from "./order-credit"

const order = { subtotal: "4.25", discount: null, shippingCost: "9.00" }

test("a credit is what items and delivery cost more than the order's total", () => {
  expect(orderCredit({ ...order, total: "13.25", refunded: null }).pence).toBe(0)
  expect(orderCredit({ ...order, total: "13.00", refunded: null })).toEqual({ pence: 25, label: "Credit" })
})

test("a credit that was returned is a refund, and a surplus that was sent back is none", () => {
  expect(orderCredit({ ...order, total: "0.00", refunded: "13.25" })).toEqual({
    pence: 1325,
    label: "Refunded",
  })
  expect(orderCredit({ ...order, total: "13.00", refunded: "1.00" })).toEqual({ pence: 25, label: "Credit" })
})

test("the rows of an exchange add up: paid, still to pay, and what comes back", () => {
  const exchange = {
    ...{ subtotal: "14.95", discount: null, shippingCost: "3.95", total: "18.90", refunded: null },
    ...{ amountDue: "11.00", amountAwaited: "3.95" },
  }
  expect(amountRows(exchange, "Delivery")).toMatchObject([
    { label: "Delivery" },
    { label: "Total", amount: "£18.90", note: "of which £3.95 is for what comes back" },
    { label: "Still to pay", amount: "£11.00" },
  ])
  expect(amountRows({ ...exchange, amountAwaited: "0.00" }, "Delivery")[1]).toMatchObject({ note: undefined })
})
