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

/** Money of an order that came, or went back. */
export interface Movement {
  readonly id: string
  /** Below zero: a refund. */
  readonly pence: number
  /** What staff chose to refund, in proportion; null: nothing. */
  readonly chosen: readonly TaxedLine[] | null
}

/** The VAT inside an amount, rounded once (VATREC12020). */
const vatInside = (grossPence: number, rate: number) => Math.round((grossPence * rate) / (100 + rate))

/** Highest rate first. Rounded once for each rate, not for each item, so that it cannot drift from the sum. */
export function vatSummary(lines: readonly TaxedLine[]): VatLine[] {
  const gross = new Map<number, number>()
  for (const { rate, grossPence } of lines) gross.set(rate, (gross.get(rate) ?? 0) + grossPence)
  return [...gross]
    .filter(([, grossPence]) => grossPence > 0)
    .sort(([left], [right]) => right - left)
    .map(([rate, grossPence]) => ({ rate, grossPence, vatPence: vatInside(grossPence, rate) }))
}

/** Several lines of VAT as one for each rate, highest first. */
export function addByRate(lines: readonly VatLine[]): VatLine[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((left, right) => right - left)
  return rates.map((rate) => {
    const ofRate = lines.filter((line) => line.rate === rate)
    const total = (of: (line: VatLine) => number) => sum(ofRate.map(of))
    return { rate, grossPence: total((line) => line.grossPence), vatPence: total((line) => line.vatPence) }
  })
}

/**
 * The VAT of each sale and refund of an order by its id, in the sequence in which they happened. By rate, refunds never exceed the
 * sales, and when all was returned they add up to the penny.
 * - A sale that pays less than `lines` cost falls on every rate in proportion (VATREC on discounts). Beyond their cost it has no VAT,
 *   and goes back first.
 * - A refund of chosen items has the rates of these, as far as that much is left at them.
 * - Any other refund falls on every rate in proportion to what was left after the last sale or chosen refund.
 */
export function vatOfMovements(
  lines: readonly TaxedLine[],
  movements: readonly Movement[],
): ReadonlyMap<string, VatLine[]> {
  const shares = vatSummary(lines).map(({ rate, grossPence: cost }) => ({
    ...{ rate, cost, sold: 0, left: 0, vat: 0, chosenBack: 0, weight: 0 },
  }))
  let beyond = 0

  function sell(pence: number): void {
    const unpaid = shares.map(({ cost, sold }) => cost - sold)
    const parts = apportion(Math.min(pence, sum(unpaid)), unpaid)
    beyond += pence - sum(parts)
    for (const [index, share] of shares.entries()) {
      const sold = share.sold + (parts[index] ?? 0)
      share.vat += vatInside(sold, share.rate) - vatInside(share.sold, share.rate)
      share.left += sold - share.sold
      share.sold = sold
      share.weight = share.left
    }
  }

  function refund(pence: number, chosen: Movement["chosen"]): void {
    const before = shares.map(({ left }) => left)
    const first = Math.min(pence, beyond)
    beyond -= first
    const back = Math.min(pence - first, sum(before))
    const weights = shares.map(({ weight }) => weight)
    const after = chosen === null ? apportion(sum(before) - back, weights) : takeChosen(back, chosen)
    for (const [index, share] of shares.entries()) {
      const left = after[index] ?? 0
      const chosenBack = share.chosenBack + share.left - left
      const [less, more] = chosen === null ? [left, share.left] : [share.chosenBack, chosenBack]
      const vat = share.vat + vatInside(less, share.rate) - vatInside(more, share.rate)
      share.vat = left === 0 ? 0 : Math.max(0, vat)
      share.left = left
      if (chosen !== null) Object.assign(share, { chosenBack, weight: left })
    }
  }

  /** What is left at each rate. What exceeds a rate is taken from the others. */
  function takeChosen(back: number, chosen: readonly TaxedLine[]): number[] {
    const weights = shares.map(({ rate }) =>
      sum(chosen.filter((line) => line.rate === rate).map(({ grossPence }) => grossPence)),
    )
    const wanted = apportion(back, weights)
    const rest = shares.map(({ left }, index) => left - Math.min(left, wanted[index] ?? 0))
    const others = apportion(back - sum(shares.map(({ left }) => left)) + sum(rest), rest)
    return rest.map((left, index) => left - (others[index] ?? 0))
  }

  return new Map(
    movements.map(({ id, pence, chosen }) => {
      const before = shares.map(({ left, vat }) => ({ left, vat }))
      if (pence > 0) sell(pence)
      else refund(-pence, chosen)
      const changed = shares.map(({ rate, left, vat }, index) => ({
        rate,
        grossPence: left - (before[index]?.left ?? 0),
        vatPence: vat - (before[index]?.vat ?? 0),
      }))
      return [id, changed.filter(({ grossPence, vatPence }) => grossPence !== 0 || vatPence !== 0)]
    }),
  )
}

/** An amount over the rates of `lines`, in proportion to what they cost. */
export function divide(pence: number, lines: readonly TaxedLine[]): TaxedLine[] {
  const parts = apportion(
    pence,
    lines.map(({ grossPence }) => grossPence),
  )
  return lines.map(({ rate }, index) => ({ rate, grossPence: parts[index] ?? 0 }))
}

/** Splits pence in proportion, to the penny: the largest remainders get what rounding left. Without weights nothing. */
function apportion(pence: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => {
    const exact = BigInt(weight) * BigInt(pence)
    return { part: Number(exact / BigInt(total)), rest: exact % BigInt(total) }
  })
  const missing = pence - sum(shares.map(({ part }) => part))
  const largestFirst = [...shares].sort((one, other) => Number(other.rest - one.rest))
  for (const share of largestFirst.slice(0, missing)) share.part += 1
  return shares.map(({ part }) => part)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
