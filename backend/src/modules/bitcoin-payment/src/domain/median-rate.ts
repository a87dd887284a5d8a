import { formatMinorUnits, type Currency } from "./currency"
import { formatPercent, WHOLE, type Millionths } from "./percent"

export interface Ticker {
  /** The market's name; no two tickers have the same. */
  readonly source: string
  /** Minor units for one bitcoin, above zero. */
  readonly rateInMinor: bigint
  /** Milliseconds since 1970, UTC. */
  readonly asOf: number
}

export interface RatePolicy {
  /** A ticker older than this is not believed. */
  readonly maxAgeMs: number
  /** Nor is one that lies further than this from the median of the fresh. */
  readonly outlier: Millionths
  /** What the shop's rate lies below the market's, for fees and the fall until the coins are sold. */
  readonly spread: Millionths
}

export type MedianRate =
  | {
      readonly ok: true
      /** What one bitcoin costs, a decimal string with all the places of its currency. */
      readonly rate: string
      /** Who said so, for people: `median of bitstamp, coinbase, kraken less 1.5 %`. */
      readonly source: string
      /** The oldest of the tickers that it is drawn from. */
      readonly asOf: number
    }
  | {
      readonly ok: false
      readonly because: "too_few_sources"
      /** The markets by what became of them; those that said nothing are in none. */
      readonly accepted: readonly string[]
      readonly stale: readonly string[]
      readonly outliers: readonly string[]
    }

/** With three markets an outlier is outvoted; with two it could be either. */
const LEAST_SOURCES = 3

/**
 * The median of the markets that are fresh and agree, less the spread. Every rounding is downwards, to the minor unit: a lower
 * rate asks for more satoshis, so that those of a quote are never worth less than its price, and the minor unit costs the buyer
 * less than a satoshi. A ticker from after `now` (ms since 1970) is not believed either.
 */
export function medianRate(
  tickers: readonly Ticker[],
  currency: Currency,
  now: number,
  policy: RatePolicy,
): MedianRate {
  const isFresh = ({ asOf }: Ticker) => asOf <= now && now - asOf <= policy.maxAgeMs
  const fresh = tickers.filter(isFresh)
  const middle = medianOf(fresh)
  const agrees = ({ rateInMinor }: Ticker) => distance(rateInMinor, middle) * WHOLE <= middle * policy.outlier
  const accepted = fresh.filter(agrees)
  if (accepted.length < LEAST_SOURCES) {
    return {
      ok: false,
      because: "too_few_sources",
      accepted: namesOf(accepted),
      stale: namesOf(tickers.filter((ticker) => !isFresh(ticker))),
      outliers: namesOf(fresh.filter((ticker) => !agrees(ticker))),
    }
  }
  const less = policy.spread === 0n ? "" : ` less ${formatPercent(policy.spread)} %`
  return {
    ok: true,
    rate: formatMinorUnits((medianOf(accepted) * (WHOLE - policy.spread)) / WHOLE, currency),
    source: `median of ${namesOf(accepted).join(", ")}${less}`,
    asOf: Math.min(...accepted.map(({ asOf }) => asOf)),
  }
}

/** Of an even count the mean of the middle two, rounded down; of none zero. */
function medianOf(tickers: readonly Ticker[]): bigint {
  const sorted = tickers.map(({ rateInMinor }) => rateInMinor).sort((left, right) => (left < right ? -1 : 1))
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n
  return (lower + upper) / 2n
}

function distance(left: bigint, right: bigint): bigint {
  return left > right ? left - right : right - left
}

function namesOf(tickers: readonly Ticker[]): string[] {
  return tickers.map(({ source }) => source).sort()
}
