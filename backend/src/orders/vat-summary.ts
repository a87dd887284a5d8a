/** One line of a bill as VAT sees it: what was paid for it, in pence with VAT, and at which rate (20 is 20 %). */
export interface TaxedLine {
  grossPence: number
  rate: number
}

export interface VatLine {
  rate: number
  grossPence: number
  vatPence: number
}

/**
 * VAT inside the prices, a line for each rate, highest first. It is rounded once for each rate and not for each item,
 * so that it cannot drift from the sum (VATREC12020 allows it on the invoice's total).
 */
export function vatSummary(lines: readonly TaxedLine[]): VatLine[] {
  const gross = new Map<number, number>()
  for (const { rate, grossPence } of lines) gross.set(rate, (gross.get(rate) ?? 0) + grossPence)
  return [...gross]
    .filter(([, grossPence]) => grossPence > 0)
    .sort(([left], [right]) => right - left)
    .map(([rate, grossPence]) => ({
      rate,
      grossPence,
      vatPence: Math.round((grossPence * rate) / (100 + rate)),
    }))
}
