import { z } from "@medusajs/framework/zod"
import type { ItemTaxLineDTO, TaxableItemDTO } from "@medusajs/framework/types"

const goodsAtRate = z.object({
  rate: z.number(),
  rate_id: z.string().optional(),
  code: z.string().nullable(),
  name: z.string(),
  provider_id: z.string(),
  /** What the goods at this rate cost, before discounts. */
  pence: z.int().min(1),
})
type GoodsAtRate = z.output<typeof goodsAtRate>

/** What a workflow tells Medusa's tax module beside the deliveries, whose tax Medusa asks for without their goods. */
export const taxContext = z.object({ goods: z.array(goodsAtRate) }).partial()

/** The goods of an order by rate: their tax lines with what they cost. */
export function goodsByRate(
  taxLines: readonly ItemTaxLineDTO[],
  items: readonly Pick<TaxableItemDTO, "id" | "unit_price" | "quantity">[],
): GoodsAtRate[] {
  const byRate = new Map<number, GoodsAtRate>()
  for (const { line_item_id: id, ...line } of taxLines) {
    const item = items.find((one) => one.id === id)
    const cost = Math.round(Number(item?.unit_price ?? 0) * Number(item?.quantity ?? 0) * 100)
    const pence = cost + (byRate.get(line.rate)?.pence ?? 0)
    if (pence > 0) byRate.set(line.rate, { ...line, pence })
  }
  return [...byRate.values()]
}

/**
 * The taxes of a delivery that follows its goods: their own, or of goods at several rates one for each. Medusa adds the rates of a
 * line's taxes, so each of these is the part that it has in the whole; `taxedParts` reads the rate itself.
 */
export function deliveryTaxes(goods: readonly GoodsAtRate[]) {
  const value = goods.reduce((sum, { pence }) => sum + pence, 0)
  const inside = goods.map(({ rate, pence }) => ((pence / value) * rate) / (100 + rate))
  const outside = 1 - inside.reduce((sum, part) => sum + part, 0)
  return goods.map(({ pence, ...tax }, index) =>
    goods.length === 1
      ? tax
      : { ...tax, rate: inColumn((100 * (inside[index] ?? 0)) / outside), data: { rate: tax.rate, pence } },
  )
}

/** Medusa's cart keeps seven digits. */
const inColumn = (rate: number) => Math.round(rate * 10_000) / 10_000

/** A stored tax line of a delivery. */
export const deliveryTaxLine = z.object({
  rate: z.coerce.number(),
  data: z.unknown().pipe(z.object({ rate: z.number(), pence: z.int() }).nullish()),
})

/** The rates of a delivery, in proportion. */
export function taxedParts(
  lines: readonly z.output<typeof deliveryTaxLine>[],
): { rate: number; grossPence: number }[] {
  const parts = lines.flatMap(({ data }) => (data ? [{ rate: data.rate, grossPence: data.pence }] : []))
  return parts.length > 0 ? parts : [{ rate: lines.reduce((sum, { rate }) => sum + rate, 0), grossPence: 1 }]
}
