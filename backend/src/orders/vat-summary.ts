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

/** Highest rate first. Rounded once for each rate, not for each item, so that it cannot drift from the sum (VATREC12020). */
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

/**
 * Where the shop accepted less than `lines` cost, the reduction falls on every rate in proportion, to the penny
 * (VATREC on discounts). `paidPence` is at most what they cost.
 */
export function vatOfWhatWasPaid(lines: readonly TaxedLine[], paidPence: number): VatLine[] {
  const full = vatSummary(lines)
  const total = full.reduce((sum, { grossPence }) => sum + grossPence, 0)
  if (paidPence >= total) return full
  const shares = full.map(({ rate, grossPence }) => {
    const exact = BigInt(grossPence) * BigInt(paidPence)
    return { rate, grossPence: Number(exact / BigInt(total)), rest: exact % BigInt(total) }
  })
  const missing = paidPence - shares.reduce((sum, { grossPence }) => sum + grossPence, 0)
  const largestRestsFirst = [...shares].sort((one, other) => Number(other.rest - one.rest))
  for (const share of largestRestsFirst.slice(0, missing)) share.grossPence += 1
  return vatSummary(shares)
}

/**
 * Negative: the VAT of what was kept before the refund, less the VAT of what is kept after it, so that the sale and
 * its refunds add up to the penny. `keptPence` was paid and not refunded before; `refundPence` is at most that.
 */
export function vatOfRefund(lines: readonly TaxedLine[], keptPence: number, refundPence: number): VatLine[] {
  const after = new Map(vatOfWhatWasPaid(lines, keptPence - refundPence).map((line) => [line.rate, line]))
  return vatOfWhatWasPaid(lines, keptPence)
    .map(({ rate, grossPence, vatPence }) => ({
      rate,
      grossPence: (after.get(rate)?.grossPence ?? 0) - grossPence,
      vatPence: (after.get(rate)?.vatPence ?? 0) - vatPence,
    }))
    .filter(({ grossPence }) => grossPence !== 0)
}
