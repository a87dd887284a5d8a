import type { CartDiscount, CartItem, Product, ShippingOption } from "@shop/contracts"
import { expect, test } from "vitest"
import {
  calculateTotals,
  countItems,
  deliveryPence,
  formatCount,
  isPendingLine,
  subtotalPence,
  withAdded,
  withoutLine,
  withQuantity,
} from "./cart-lines"

const aProduct = (overrides: Partial<Product> = {}): Product => ({
  id: "prod_1",
  name: "Heather Honey",
  slug: "heather-honey",
  description: "From the moors.",
  image: null,
  price: "12.95",
  weight: "340 g",
  badge: null,
  stock: 5,
  featured: false,
  categoryId: "pcat_1",
  ...overrides,
})

const aLine = (quantity: number, product = aProduct()): CartItem => ({
  id: `cali_${product.id}`,
  quantity,
  product,
})

test("adding a product that is in the cart increases its line", () => {
  expect(withAdded([aLine(2)], aProduct(), 1)).toEqual([aLine(3)])
})

test("adding never goes above the stock", () => {
  expect(withAdded([aLine(4)], aProduct(), 3)[0]?.quantity).toBe(5)
})

test("adding never reduces a line whose stock has fallen below its quantity", () => {
  expect(withAdded([aLine(4)], aProduct({ stock: 1 }), 1)[0]?.quantity).toBe(4)
})

test("a new line is pending until it has its real id", () => {
  const [line] = withAdded([], aProduct(), 2)
  expect(line && isPendingLine(line)).toBe(true)
  expect(line?.quantity).toBe(2)
})

test("changing or removing an unknown line changes nothing", () => {
  const cart = [aLine(2)]
  expect(withQuantity(cart, "cali_other", 9)).toEqual(cart)
  expect(withoutLine(cart, "cali_other")).toEqual(cart)
})

test("the subtotal is the sum of unit price × quantity, in whole pence", () => {
  expect(subtotalPence([aLine(3), aLine(1, aProduct({ id: "prod_2", price: "0.10" }))])).toBe(3895)
})

test("the count is of items, not of lines, and stops at 99+", () => {
  expect(countItems([aLine(3), aLine(4)])).toBe(7)
  expect(formatCount(99)).toBe("99")
  expect(formatCount(100)).toBe("99+")
})

const standard = (price: string) => ({ id: "standard", label: "Standard", price }) as const

test("delivery costs the price that staff have set", () => {
  expect(deliveryPence(standard("0.00"), 100, null)).toBe(0)
  expect(deliveryPence(standard("3.99"), 4999, null)).toBe(399)
  expect(deliveryPence({ id: "special", label: "Special", price: "13.00" }, 100, null)).toBe(1300)
})

const freeFrom50 = {
  ...standard("3.99"),
  conditionalPrices: [
    { from: "30.00", price: "1.99" },
    { from: "50.00", price: "0.00" },
  ],
}

test("delivery costs what the goods make it cost", () => {
  const prices = [2999, 3000, 4999, 5000].map((goods) => deliveryPence(freeFrom50, goods, null))
  expect(prices).toEqual([399, 199, 199, 0])
  expect(deliveryPence(standard("3.99"), 5000, null)).toBe(399)
})

test("the totals name what is missing for free delivery, of the goods less their discount", () => {
  const missing = (
    pence: string,
    discount: CartDiscount | null = null,
    option: ShippingOption = freeFrom50,
  ) => calculateTotals([aLine(1, aProduct({ price: pence }))], option, discount)?.untilFree
  expect(missing("45.95")).toBe(405)
  expect(missing("50.00")).toBeUndefined()
  expect(missing("45.95", null, standard("3.99"))).toBeUndefined()
  const coupon = { code: "TEN", problem: null, applied: ["TEN"], goods: "10.00" }
  expect(missing("52.00", { ...coupon, delivery: { standard: "1.99" } })).toBe(800)
  expect(missing("52.00", { ...coupon, delivery: { standard: "0.00" } })).toBeUndefined()
})
