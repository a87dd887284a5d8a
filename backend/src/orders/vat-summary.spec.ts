import fc from "fast-check"
import { expect, it } from "vitest"
import { vatOfRefund, vatOfWhatWasPaid, vatSummary } from "./vat-summary"

it("takes VAT out of prices that hold it, a line for each rate, highest first", () => {
  const lines = [
    { grossPence: 1495, rate: 20 },
    { grossPence: 2590, rate: 0 },
    { grossPence: 1300, rate: 20 },
  ]
  expect(vatSummary(lines)).toEqual([
    { rate: 20, grossPence: 2795, vatPence: 466 },
    { rate: 0, grossPence: 2590, vatPence: 0 },
  ])
})

it("leaves out what costs nothing", () => {
  expect(vatSummary([{ grossPence: 0, rate: 20 }])).toEqual([])
})

it("adds up to the bill, and is never off by more than half a penny a rate, whatever was bought", () => {
  const line = fc.record({
    grossPence: fc.integer({ min: 0, max: 1_000_000 }),
    rate: fc.constantFrom(0, 5, 20),
  })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const summary = vatSummary(lines)
      const total = (rows: { grossPence: number }[]) => rows.reduce((sum, row) => sum + row.grossPence, 0)
      expect(total(summary)).toBe(total(lines))
      for (const { rate, grossPence, vatPence } of summary) {
        const exact = (grossPence * rate) / (100 + rate)
        expect(Math.abs(vatPence - exact)).toBeLessThanOrEqual(0.5)
      }
    }),
  )
})

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

it("of lines paid in full it is the VAT inside its prices", () => {
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

it("of a sale and its refunds always adds up to the VAT of what is kept, over random histories", () => {
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  fc.assert(
    fc.property(lines, parts, fc.boolean(), (lines, parts, isAllReturned) => {
      const sale = vatOfWhatWasPaid(lines, costOf(lines))
      const sumOf = (all: readonly { vatPence: number }[]) =>
        all.reduce((sum, line) => sum + line.vatPence, 0)
      let kept = costOf(lines)
      let vat = sumOf(sale)
      for (const part of isAllReturned ? [...parts, 1] : parts) {
        const returned = Math.floor(kept * part)
        const refund = vatOfRefund(lines, kept, returned)
        expect(costOf(refund)).toBe(0 - returned)
        kept -= returned
        vat += sumOf(refund)
        expect(vat).toBe(sumOf(vatOfWhatWasPaid(lines, kept)))
      }
      if (isAllReturned) expect(vat).toBe(0)
    }),
  )
})
