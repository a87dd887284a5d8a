import { vatSummary, type TaxedLine, type VatLine } from "../../orders/vat-summary"

/**
 * VAT inside what was paid for a lines: where less was paid than the lines cost, because the shop accepted less, the
 * reduction falls on every rate in proportion, to the penny: the grosses add up to what was paid (VATREC on discounts).
 * @param paidPence at most what the lines cost
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
