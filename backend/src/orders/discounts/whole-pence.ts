/** What a promotion takes off one thing: a line, by its id, or the delivery. In pence, not always whole ones. */
export interface Share {
  readonly of: string
  readonly code: string
  readonly pence: number
}

/** Medusa divides in decimals: what is this close to a whole penny is one. */
const NOISE = 1e-6

/**
 * The sum of each code is rounded once, half up, and divided by largest remainders: 10 % off three lines is 10 % of
 * their sum. Nothing costs less than £0. `prices` in whole pence, by id.
 */
export function toWholePence(shares: readonly Share[], prices: ReadonlyMap<string, number>): Share[] {
  const left = new Map(prices)
  const take = (id: string, wanted: number) => {
    const taken = Math.min(wanted, left.get(id) ?? 0)
    left.set(id, (left.get(id) ?? 0) - taken)
    return taken
  }
  const codes = [...new Set(shares.map(({ code }) => code))]
  return codes.flatMap((code) => {
    const own = shares.filter((share) => share.code === code)
    const whole = own.map(({ of, pence }) => ({
      of,
      taken: take(of, Math.floor(pence + NOISE)),
      rest: pence - Math.floor(pence + NOISE),
    }))
    let missing =
      Math.round(own.reduce((sum, { pence }) => sum + pence, 0) + NOISE) -
      whole.reduce((sum, { taken }) => sum + taken, 0)
    for (const share of [...whole].sort((one, other) => other.rest - one.rest)) {
      const extra = missing > 0 && share.rest > NOISE ? take(share.of, 1) : 0
      share.taken += extra
      missing -= extra
    }
    return whole.filter(({ taken }) => taken > 0).map(({ of, taken }) => ({ of, code, pence: taken }))
  })
}
