import fc from "fast-check"
import { expect, test } from "vitest"
import { toWholePence, type Share } from "./whole-pence"

const sum = (shares: readonly Share[]) => shares.reduce((total, { pence }) => total + pence, 0)

test("the pence of a code are divided by the largest remainders", () => {
  const prices = new Map([
    ["tea", 333],
    ["sugar", 111],
  ])
  const shares = [
    { of: "tea", code: "TEN", pence: 33.3 },
    { of: "sugar", code: "TEN", pence: 11.1 },
  ]
  expect(toWholePence(shares, prices)).toEqual([
    { of: "tea", code: "TEN", pence: 33 },
    { of: "sugar", code: "TEN", pence: 11 },
  ])
})

test("a share that is a whole penny but for the noise of a division stays whole", () => {
  expect(toWholePence([{ of: "a", code: "X", pence: 299.9999999999 }], new Map([["a", 500]]))).toEqual([
    { of: "a", code: "X", pence: 300 },
  ])
})

const line = fc.record({
  price: fc.integer({ min: 1, max: 50_000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 8 })

test("a percentage of several lines is that percentage of their sum, rounded once", () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 100 }), (bought, percent) => {
      const prices = new Map(bought.map(({ price, quantity }, index) => [String(index), price * quantity]))
      const shares = [...prices].map(([of, pence]) => ({ of, code: "X", pence: (pence * percent) / 100 }))
      const whole = toWholePence(shares, prices)
      const goods = [...prices.values()].reduce((total, pence) => total + pence, 0)
      expect(sum(whole)).toBe(Math.round((goods * percent) / 100 + 1e-6))
      for (const { pence } of whole) expect(Number.isSafeInteger(pence)).toBe(true)
    }),
  )
})

test("several codes together never take off more than a thing costs", () => {
  const percents = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(lines, percents, (bought, codes) => {
      const prices = new Map(bought.map(({ price }, index) => [String(index), price]))
      const shares = codes.flatMap((percent, number) =>
        [...prices].map(([of, pence]) => ({ of, code: `CODE${number}`, pence: (pence * percent) / 100 })),
      )
      const whole = toWholePence(shares, prices)
      for (const [id, price] of prices) {
        const off = sum(whole.filter(({ of }) => of === id))
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(price)
      }
    }),
  )
})
