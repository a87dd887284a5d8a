import fc from "fast-check"
import { expect, it } from "vitest"
import { deliveryTaxes, goodsByRate, taxedParts } from "./delivery-vat"

const tax = (rate: number) => ({ rate, name: `VAT ${rate}%`, code: null, provider_id: "vat" })
const goods = (rate: number, pence: number) => ({ ...tax(rate), pence })
const stored = (of: Parameters<typeof deliveryTaxes>[0]) =>
  deliveryTaxes(of).map((line) => ({ rate: line.rate, data: "data" in line ? line.data : null }))

it("adds up the goods at each rate, without what was free", () => {
  const items = [
    { id: "mug", unit_price: 16, quantity: 1 },
    { id: "coffee", unit_price: 17, quantity: 2 },
    { id: "cup", unit_price: 8, quantity: 2 },
    { id: "gift", unit_price: 0, quantity: 1 },
  ]
  const rates: [string, number][] = [
    ["mug", 20],
    ["coffee", 0],
    ["cup", 20],
    ["gift", 5],
  ]
  const lines = rates.map(([line_item_id, rate]) => ({ ...tax(rate), line_item_id }))
  expect(goodsByRate(lines, items)).toEqual([goods(20, 3200), goods(0, 3400)])
})

it("a delivery has the rate of its goods", () => {
  expect(deliveryTaxes([goods(0, 3400)])).toEqual([tax(0)])
  expect(taxedParts(stored([goods(0, 3400)]))).toEqual([{ rate: 0, grossPence: 1 }])
  expect(taxedParts([])).toEqual([{ rate: 0, grossPence: 1 }])
})

it("of goods at several rates Medusa's VAT is that of the parts, which can be read from what it stores", () => {
  const several = fc.uniqueArray(
    fc.record({ rate: fc.constantFrom(0, 5, 17.5, 20), pence: fc.integer({ min: 1, max: 500_000 }) }),
    { minLength: 2, selector: ({ rate }) => rate },
  )
  fc.assert(
    fc.property(several, fc.integer({ min: 1, max: 5000 }), (several, delivery) => {
      const lines = stored(several.map(({ rate, pence }) => goods(rate, pence)))
      expect(taxedParts(lines)).toEqual(several.map(({ rate, pence }) => ({ rate, grossPence: pence })))
      const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
      const whole = sum(lines.map(({ rate }) => rate))
      const value = sum(several.map(({ pence }) => pence))
      const parts = several.map(({ rate, pence }) => ((delivery * pence) / value) * (rate / (100 + rate)))
      expect((delivery * whole) / (100 + whole)).toBeCloseTo(sum(parts), 1)
    }),
  )
})
