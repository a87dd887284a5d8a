import type { CartDiscount, CartItem, Problem } from "@shop/contracts"
import { expect, test } from "vitest"
import { calculateTotals } from "../../lib/cart-lines"
import { parseTotals } from "./placing"
import { totalsBasis } from "./totals"

const line = (id: string, price: string, quantity: number): CartItem => ({
  id: `cali_${id}`,
  quantity,
  product: { id, slug: id, name: id, image: null, weight: "100 g", price, stock: 9 },
})
const special = { id: "special", label: "Special Delivery (Tracked)", price: "13.00" } as const

const problem = (overrides: Partial<Problem>): Problem => ({
  type: "about:blank",
  title: "Conflict",
  status: 409,
  detail: "The total has changed.",
  code: "totals_changed",
  ...overrides,
})

test("the total is the subtotal and the delivery", () => {
  expect(calculateTotals([line("a", "12.95", 2)], special, null)).toEqual({
    subtotal: 2590,
    discount: 0,
    shipping: 1300,
    total: 3890,
  })
})

test("without a delivery price there is no total", () => {
  expect(calculateTotals([line("a", "12.95", 2)], undefined, null)).toBeNull()
})

test("a rejection for changed totals contains the shop's own, in pence", () => {
  const totals = { subtotal: "27.00", discount: "0.00", shippingCost: "13.00", total: "40.00" }
  expect(parseTotals(problem({ totals }))).toEqual({
    subtotal: 2700,
    discount: 0,
    shipping: 1300,
    total: 4000,
  })
  expect(parseTotals(problem({ code: "out_of_stock", totals }))).toBeNull()
  expect(parseTotals(null)).toBeNull()
})

test("a correction applies to the same cart and delivery, whatever the prices", () => {
  const before = totalsBasis([line("a", "1.00", 2)], "standard", null)
  expect(totalsBasis([line("a", "2.00", 2)], "standard", null)).toBe(before)
  expect(totalsBasis([line("a", "1.00", 3)], "standard", null)).not.toBe(before)
  expect(totalsBasis([line("a", "1.00", 2)], "special", null)).not.toBe(before)
})

test("a discount is taken off the goods, and the delivery costs what is left of it", () => {
  const discount: CartDiscount = {
    code: "HONEY10",
    problem: null,
    applied: ["HONEY10"],
    goods: "2.59",
    delivery: { special: "3.00" },
  }
  expect(calculateTotals([line("a", "12.95", 2)], special, discount)).toEqual({
    subtotal: 2590,
    discount: 259,
    shipping: 300,
    total: 2631,
  })
})
