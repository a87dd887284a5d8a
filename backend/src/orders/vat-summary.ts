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

/** Money of an order that came or went back, or a change of the order. */
export interface Movement {
  readonly id: string
  /** Below zero: a refund. */
  readonly pence: number
  /** What staff chose to refund, in proportion; null: nothing. */
  readonly chosen: readonly TaxedLine[] | null
  /** What the order costs from then on; left out: as before. */
  readonly lines?: readonly TaxedLine[]
}

/** The VAT inside an amount, rounded once (VATREC12020). */
const vatInside = (grossPence: number, rate: number) => Math.round((grossPence * rate) / (100 + rate))

/** Highest rate first. Rounded once for each rate, not for each item, so that it cannot drift from the sum. */
export function vatSummary(lines: readonly TaxedLine[]): VatLine[] {
  return groupByRate(lines)
    .map(({ rate, ofRate }) => ({ rate, grossPence: sumOf(ofRate, grossOf) }))
    .filter(({ grossPence }) => grossPence > 0)
    .map(({ rate, grossPence }) => ({ rate, grossPence, vatPence: vatInside(grossPence, rate) }))
}

/** Several lines of VAT as one for each rate, highest first. */
export function addByRate(lines: readonly VatLine[]): VatLine[] {
  return groupByRate(lines).map(({ rate, ofRate }) => {
    return { rate, grossPence: sumOf(ofRate, grossOf), vatPence: sumOf(ofRate, ({ vatPence }) => vatPence) }
  })
}

function groupByRate<Line extends TaxedLine>(lines: readonly Line[]): { rate: number; ofRate: Line[] }[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((left, right) => right - left)
  return rates.map((rate) => ({ rate, ofRate: lines.filter((line) => line.rate === rate) }))
}

/**
 * The VAT of each sale, refund and change of an order by its id, in the sequence in which they happened: what happens later changes
 * none of them. By rate, refunds never exceed the sales, and when all was returned they add up to the penny.
 * - A sale that pays less than is unpaid falls on every rate in proportion (VATREC on discounts). Beyond the cost it has no VAT,
 *   and goes back first.
 * - A change moves what was paid from rates that cost less now to those that cost more (VAT Notice 700, 18.2).
 * - A refund of chosen items has the rates of these, as far as that much is left at them.
 * - Any other refund falls on what a change took off, then on every rate in proportion to what was left after the last such step.
 * @param lines what the order cost first
 */
export function vatOfMovements(
  lines: readonly TaxedLine[],
  movements: readonly Movement[],
): ReadonlyMap<string, VatLine[]> {
  const shares = vatSummary([lines, ...movements.map((movement) => movement.lines ?? [])].flat()).map(
    ({ rate }) => {
      return { rate, cost: grossAt(lines, rate), sold: 0, left: 0, vat: 0, chosenBack: 0, weight: 0 }
    },
  )
  type Share = (typeof shares)[number]
  const unpaid = ({ cost, sold }: Share) => Math.max(0, cost - sold)
  const tooMuch = ({ cost, sold, left }: Share) => Math.max(0, Math.min(left, sold - cost))
  let beyond = 0

  function pay(share: Share, pence: number): void {
    const { rate, sold, vat } = share
    share.sold += pence
    share.left += pence
    share.weight = share.left
    share.vat = share.left === 0 ? 0 : Math.max(0, vat + vatInside(share.sold, rate) - vatInside(sold, rate))
  }

  function sell(pence: number): void {
    const within = Math.min(pence, sumOf(shares, unpaid))
    beyond += pence - within
    for (const [share, part] of apportion(within, shares, unpaid)) pay(share, part)
  }

  function takeTooMuch(pence: number): number {
    const taken = Math.min(pence, sumOf(shares, tooMuch))
    for (const [share, part] of apportion(taken, shares, tooMuch)) pay(share, -part)
    return taken
  }

  function change(now: readonly TaxedLine[]): void {
    for (const share of shares) share.cost = grossAt(now, share.rate)
    const wanted = sumOf(shares, unpaid)
    const first = Math.min(beyond, wanted)
    beyond -= first
    sell(first + takeTooMuch(wanted - first))
  }

  function refund(pence: number, chosen: Movement["chosen"]): void {
    const first = Math.min(pence, beyond)
    beyond -= first
    const rest = pence - first - (chosen === null ? takeTooMuch(pence - first) : 0)
    const kept = sumOf(shares, ({ left }) => left)
    const back = Math.min(rest, kept)
    const after =
      chosen === null ? apportion(kept - back, shares, ({ weight }) => weight) : takeChosen(back, chosen)
    for (const [share, left] of after) {
      const { rate, left: before, vat } = share
      const chosenBack = share.chosenBack + before - left
      const [less, more] = chosen === null ? [left, before] : [share.chosenBack, chosenBack]
      share.vat = left === 0 ? 0 : Math.max(0, vat + vatInside(less, rate) - vatInside(more, rate))
      if (chosen !== null) {
        share.sold -= Math.min(before - left, tooMuch(share))
        Object.assign(share, { chosenBack, weight: left })
      }
      share.left = left
    }
  }

  /** What is left at each rate. What exceeds a rate is taken from the others. */
  function takeChosen(back: number, chosen: readonly TaxedLine[]): [Share, number][] {
    const rests = apportion(back, shares, ({ rate }) => grossAt(chosen, rate)).map(([share, wanted]) => {
      return { share, taken: Math.min(share.left, wanted), left: share.left - Math.min(share.left, wanted) }
    })
    const others = back - sumOf(rests, ({ taken }) => taken)
    return apportion(others, rests, ({ left }) => left).map(([{ share, left }, part]) => [share, left - part])
  }

  return new Map(
    movements.map(({ id, pence, chosen, lines: now }) => {
      const before = shares.map((share) => ({ share, left: share.left, vat: share.vat }))
      if (now !== undefined) change(now)
      if (pence > 0) sell(pence)
      if (pence < 0) refund(-pence, chosen)
      const changed = before.map(({ share, left, vat }) => {
        return { rate: share.rate, grossPence: share.left - left, vatPence: share.vat - vat }
      })
      return [id, changed.filter(({ grossPence, vatPence }) => grossPence !== 0 || vatPence !== 0)]
    }),
  )
}

/** An amount over the rates of `lines`, in proportion to what they cost. */
export function divide(pence: number, lines: readonly TaxedLine[]): TaxedLine[] {
  return apportion(pence, lines, grossOf).map(([{ rate }, grossPence]) => ({ rate, grossPence }))
}

/** Splits pence in proportion, to the penny: the largest remainders get what rounding left. Without weights nothing. */
function apportion<One>(
  pence: number,
  among: readonly One[],
  weightOf: (one: One) => number,
): [One, part: number][] {
  const total = sumOf(among, weightOf)
  if (total === 0) return among.map((one) => [one, 0])
  const shares = among.map((one) => {
    const exact = BigInt(weightOf(one)) * BigInt(pence)
    return { one, part: Number(exact / BigInt(total)), rest: exact % BigInt(total) }
  })
  const missing = pence - sumOf(shares, ({ part }) => part)
  const largestFirst = [...shares].sort((one, other) => Number(other.rest - one.rest))
  for (const share of largestFirst.slice(0, missing)) share.part += 1
  return shares.map(({ one, part }) => [one, part])
}

const grossOf = ({ grossPence }: TaxedLine) => grossPence

const grossAt = (lines: readonly TaxedLine[], rate: number) =>
  sumOf(
    lines.filter((line) => line.rate === rate),
    grossOf,
  )

const sumOf = <One>(all: readonly One[], of: (one: One) => number) =>
  all.reduce((total, one) => total + of(one), 0)
