import fc from "fast-check"
import { expect, it } from "vitest"
import { vatOfWhatWasPaid } from "./vat-of-what-was-paid"

const lines = fc.array(
  fc.record({ grossPence: fc.integer({ min: 0, max: 500_000 }), rate: fc.constantFrom(0, 5, 20) }),
  { minLength: 1 },
)
const costOf = (all: readonly { grossPence: number }[]) => all.reduce((sum, line) => sum + line.grossPence, 0)

it("adds up to the penny over random baskets, rate by rate, whatever part of the price was paid", () => {
  fc.assert(
    fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (lines, part) => {
      const cost = costOf(lines)
      const paid = Math.floor(cost * part)
      const vat = vatOfWhatWasPaid(lines, paid)
      expect(costOf(vat)).toBe(paid)
      for (const { rate, grossPence, vatPence } of vat) {
        const net = grossPence - vatPence
        expect(Number.isInteger(net) && net >= 0 && vatPence >= 0).toBe(true)
        expect(Math.abs(vatPence - (grossPence * rate) / (100 + rate))).toBeLessThanOrEqual(0.5)
        const full = costOf(lines.filter((line) => line.rate === rate))
        expect(Math.abs(grossPence - (full * paid) / cost)).toBeLessThan(1)
      }
    }),
  )
})

it("of a lines paid in full it is the VAT inside its prices", () => {
  const lines = [
    { grossPence: 600, rate: 20 },
    { grossPence: 995, rate: 0 },
  ]
  expect(vatOfWhatWasPaid(lines, 1595)).toEqual([
    { rate: 20, grossPence: 600, vatPence: 100 },
    { rate: 0, grossPence: 995, vatPence: 0 },
  ])
})

it("of one paid short the reduction falls on every rate in proportion", () => {
  const lines = [
    { grossPence: 600, rate: 20 },
    { grossPence: 600, rate: 0 },
  ]
  expect(vatOfWhatWasPaid(lines, 1081)).toEqual([
    { rate: 20, grossPence: 541, vatPence: 90 },
    { rate: 0, grossPence: 540, vatPence: 0 },
  ])
})
