import fc from "fast-check"
import { expect, it } from "vitest"
import { vatSummary } from "./vat-summary"

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
