import fc from "fast-check"
import { expect, it } from "vitest"
import { addByRate, vatOfMovements, vatSummary, type TaxedLine, type VatLine } from "./vat-summary"

const sale = (pence: number) => ({ id: "sale", pence, chosen: null })
const vatOfWhatWasPaid = (lines: readonly TaxedLine[], paid: number) =>
  vatOfMovements(lines, [sale(paid)]).get("sale") ?? []

/** The VAT of each refund of an order that was paid in full. */
function vatOfRefunds(
  lines: readonly TaxedLine[],
  refunds: readonly [pence: number, chosen?: TaxedLine[]][],
) {
  const movements = refunds.map(([pence, chosen = null], index) => ({
    ...{ id: String(index), pence: -pence, chosen },
  }))
  const vat = vatOfMovements(lines, [sale(costOf(lines)), ...movements])
  return movements.map(({ id }) => vat.get(id) ?? [])
}

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
      const returns: [number][] = []
      let kept = costOf(lines)
      for (const part of isAllReturned ? [...parts, 1] : parts) {
        returns.push([Math.floor(kept * part)])
        kept -= Math.floor(kept * part)
      }
      const refunds = vatOfRefunds(lines, returns)
      let vat = sumOf(sale)
      kept = costOf(lines)
      refunds.forEach((refund, index) => {
        const [returned = 0] = returns[index] ?? []
        expect(costOf(refund)).toBe(0 - returned)
        kept -= returned
        vat += sumOf(refund)
        expect(vat).toBe(sumOf(vatOfWhatWasPaid(lines, kept)))
      })
      if (isAllReturned) expect(vat).toBe(0)
    }),
  )
})

const TWO_MUGS_AND_COFFEE = [
  { grossPence: 3200, rate: 20 },
  { grossPence: 3400, rate: 0 },
]
const MUG = [{ grossPence: 1600, rate: 20 }]

it("a refund of chosen items holds their VAT, and the last of them takes the rest", () => {
  const refund = (vatPence: number) => [{ rate: 20, grossPence: -1600, vatPence }]
  expect(vatOfRefunds(TWO_MUGS_AND_COFFEE, [[1600, MUG]])).toEqual([refund(-267)])
  expect(
    vatOfRefunds(TWO_MUGS_AND_COFFEE, [
      [1600, MUG],
      [1600, MUG],
    ]),
  ).toEqual([refund(-267), refund(-266)])
})

it("without a choice it is spread over the order", () => {
  expect(vatOfRefunds(TWO_MUGS_AND_COFFEE, [[1600]])).toEqual([
    [
      { rate: 20, grossPence: -776, vatPence: -129 },
      { rate: 0, grossPence: -824, vatPence: 0 },
    ],
  ])
})

it("a refund of more than is left at its rate takes the rest of it from the others", () => {
  const [refund] = vatOfRefunds(TWO_MUGS_AND_COFFEE, [[4000, MUG]])
  expect(refund).toEqual([
    { rate: 20, grossPence: -3200, vatPence: -533 },
    { rate: 0, grossPence: -800, vatPence: 0 },
  ])
})

it("what was paid beyond the order's cost goes back first, without VAT", () => {
  const movements = [sale(6600), { id: "refund", pence: -1600, chosen: MUG }]
  const vat = vatOfMovements([{ grossPence: 5000, rate: 20 }], movements)
  expect(vat.get("sale")).toEqual([{ rate: 20, grossPence: 5000, vatPence: 833 }])
  expect(vat.get("refund")).toEqual([])
})

it("over random histories no rate returns more than it was sold for, and what is returned in full ends at zero", () => {
  const step = fc.record({
    isSale: fc.nat({ max: 4 }).map((one) => one === 0),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    chosen: fc.option(lines, { nil: null }),
  })
  fc.assert(
    fc.property(lines, fc.array(step, { maxLength: 8 }), fc.boolean(), (lines, steps, isAllReturned) => {
      let [unpaid, kept] = [costOf(lines), 0]
      const movements = [{ isSale: true, part: 0.7, chosen: null }, ...steps].map((step, index) => {
        const pence = Math.ceil((step.isSale ? unpaid : kept) * step.part)
        if (step.isSale) unpaid -= pence
        kept += step.isSale ? pence : -pence
        return {
          id: String(index),
          pence: step.isSale ? pence : -pence,
          chosen: step.isSale ? null : step.chosen,
        }
      })
      if (isAllReturned) movements.push({ id: "rest", pence: -kept, chosen: null })
      const vat = vatOfMovements(lines, movements)
      const left = new Map<number, VatLine>()
      for (const { id, pence } of movements) {
        const parts = vat.get(id) ?? []
        expect(costOf(parts)).toBe(pence === 0 ? 0 : pence)
        for (const { rate, grossPence, vatPence } of parts) {
          const before = left.get(rate) ?? { rate, grossPence: 0, vatPence: 0 }
          const now = {
            rate,
            grossPence: before.grossPence + grossPence,
            vatPence: before.vatPence + vatPence,
          }
          expect(now.grossPence >= 0 && now.vatPence >= 0 && now.vatPence <= now.grossPence).toBe(true)
          left.set(rate, now)
        }
      }
      for (const { grossPence, vatPence } of left.values())
        if (isAllReturned || grossPence === 0) expect([grossPence, vatPence]).toEqual([0, 0])
    }),
    { numRuns: 500 },
  )
})

it("over random histories the VAT of the months adds up to that of the orders' receipts, rate by rate", () => {
  const movement = fc.record({ month: fc.nat({ max: 2 }), part: fc.double({ min: 0, max: 1, noNaN: true }) })
  const history = fc.record({ lines, movements: fc.array(movement, { maxLength: 6 }) })
  fc.assert(
    fc.property(fc.array(history, { maxLength: 5 }), (orders) => {
      const booked = orders.flatMap(({ lines, movements }, order) => {
        let kept = costOf(lines)
        const refunds = movements.map(({ month, part }, index) => {
          const pence = Math.floor(kept * part)
          kept -= pence
          return { id: String(index), month, pence: -pence, chosen: null }
        })
        const all = [{ ...sale(costOf(lines)), month: 0 }, ...refunds.sort((a, b) => a.month - b.month)]
        const vat = vatOfMovements(lines, all)
        return all.flatMap(({ id, month }) => (vat.get(id) ?? []).map((line) => ({ order, month, line })))
      })
      const sumBy = (of: "order" | "month") => {
        const groups = [...new Set(booked.map((one) => one[of]))].map((group) =>
          addByRate(booked.filter((one) => one[of] === group).map(({ line }) => line)),
        )
        return addByRate(groups.flat())
      }
      expect(sumBy("month")).toEqual(sumBy("order"))
      expect(costOf(sumBy("month"))).toBe(booked.reduce((sum, { line }) => sum + line.grossPence, 0))
    }),
  )
})

it("a change moves the VAT of what was paid when it is made, and leaves all before as it was", () => {
  const coffee = [{ grossPence: 3200, rate: 0 }]
  const movements = [sale(3200), { id: "swap", pence: 0, chosen: null, lines: coffee }]
  const vat = vatOfMovements([{ grossPence: 3200, rate: 20 }], movements)
  expect(vat.get("sale")).toEqual([{ rate: 20, grossPence: 3200, vatPence: 533 }])
  expect(vat.get("swap")).toEqual([
    { rate: 20, grossPence: -3200, vatPence: -533 },
    { rate: 0, grossPence: 3200, vatPence: 0 },
  ])
})

it("what was paid beyond the order's cost has VAT when a change uses it", () => {
  const change = { id: "change", pence: 0, chosen: null, lines: [{ grossPence: 3000, rate: 20 }] }
  const vat = vatOfMovements([{ grossPence: 2400, rate: 20 }], [sale(3600), change])
  expect(vat.get("change")).toEqual([{ rate: 20, grossPence: 600, vatPence: 100 }])
})

it("over random histories of changes, captures and refunds no later step changes an earlier one, and what is settled has the VAT of its lines", () => {
  const step = fc.record({
    kind: fc.constantFrom("change", "settle", "part"),
    lines,
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(lines, fc.array(step, { maxLength: 10 }), (placed, steps) => {
      let [now, paid] = [placed, 0]
      const movements = [...steps, { kind: "settle", lines: placed, part: 1 }].map(
        ({ kind, lines: next, part }, index) => {
          const id = String(index)
          if (kind === "change") {
            now = next
            return { id, pence: 0, chosen: null, lines: next }
          }
          const pence = Math.trunc((costOf(now) - paid) * (kind === "settle" ? 1 : part)) + 0
          paid += pence
          return { id, pence, chosen: null }
        },
      )
      const vat = vatOfMovements(placed, movements)
      for (const [index, { id, pence }] of movements.entries()) {
        expect(costOf(vat.get(id) ?? [])).toBe(pence)
        expect(vatOfMovements(placed, movements.slice(0, index + 1)).get(id)).toEqual(vat.get(id))
      }
      const books = addByRate([...vat.values()].flat())
      expect(books.filter(({ grossPence }) => grossPence !== 0)).toEqual(vatSummary(now))
      for (const { grossPence, vatPence } of books) if (grossPence === 0) expect(vatPence).toBe(0)
    }),
    { numRuns: 500 },
  )
})
