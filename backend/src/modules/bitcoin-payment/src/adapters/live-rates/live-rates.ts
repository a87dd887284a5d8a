import type { Currency } from "../../domain/currency"
import { medianRate, type MedianRate, type RatePolicy, type Ticker } from "../../domain/median-rate"
import type { Clock } from "../../ports/clock"
import { RateUnavailable, type Rate } from "../../ports/rate-source"
import { askMarket, MarketFault } from "./ask-market"
import type { Market } from "./markets"

const REFRESH_MS = 60_000
/** A market that throttles is left alone for one minute, then two, four … unless it says how long. */
const FIRST_BACK_OFF_MS = 60_000
const MAX_BACK_OFF_MS = 60 * 60_000

export interface LiveRatesParts {
  readonly markets: readonly Market[]
  readonly currency: Currency
  readonly policy: RatePolicy
  readonly clock: Clock
  /** Called once when a market, or the rate itself, starts to fail or recovers. */
  readonly onStatus: (message: string) => void
  readonly timeoutMs?: number
}

interface MarketStatus {
  readonly market: Market
  /** The last valid response; the policy decides whether it is too old. */
  ticker: Ticker | null
  notBefore: number
  throttledTimes: number
  fault: string | null
}

/** Asks the markets on demand, at most once a minute. A caller waits for them only when there is no fresh rate. */
export function liveRates({ markets, currency, policy, clock, onStatus, timeoutMs }: LiveRatesParts): {
  current(): Promise<Rate>
} {
  const statuses = markets.map((market): MarketStatus => ({
    market,
    ticker: null,
    notBefore: 0,
    throttledTimes: 0,
    fault: null,
  }))
  // With a short maximum age, a minute between requests would leave gaps without a rate.
  const refreshMs = Math.min(REFRESH_MS, policy.maxAgeMs / 2)
  let startedAt: number | null = null
  let flight: Promise<void> | null = null
  let wasKnown = true

  function refreshIfDue(): void {
    const now = clock()
    const isDue = startedAt === null || now - startedAt >= refreshMs || now < startedAt
    if (flight !== null || !isDue) return
    startedAt = now
    const due = statuses.filter(({ notBefore }) => notBefore <= now)
    flight = Promise.all(due.map(ask)).then(() => {
      flight = null
    })
  }

  /** Never rejects: the other markets may be enough. */
  async function ask(status: MarketStatus): Promise<void> {
    const { market } = status
    try {
      status.ticker = await askMarket(market, currency, clock, timeoutMs)
      if (status.fault !== null) onStatus(`${market.name} is available again for ${currency}`)
      status.fault = null
      status.throttledTimes = 0
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      if (fault !== status.fault) onStatus(`${market.name} gives no rate for ${currency}: ${fault}`)
      status.fault = fault
      if (error instanceof MarketFault && error.throttled) backOff(status, error.throttled.waitMs)
    }
  }

  function backOff(status: MarketStatus, waitMs: number): void {
    const ours = FIRST_BACK_OFF_MS * 2 ** Math.min(status.throttledTimes, 10)
    status.throttledTimes += 1
    status.notBefore = clock() + Math.min(MAX_BACK_OFF_MS, Math.max(waitMs, ours))
  }

  function currentMedian(): MedianRate {
    const tickers = statuses.flatMap(({ ticker }) => ticker ?? [])
    return medianRate(tickers, currency, clock(), policy)
  }

  function answer(median: MedianRate): Rate {
    const reason = median.ok ? "" : why(median, statuses)
    if (median.ok !== wasKnown) onStatus(median.ok ? `the rate for ${currency} is known again` : reason)
    wasKnown = median.ok
    if (!median.ok) throw new RateUnavailable(reason)
    return { rate: median.rate, currency, source: median.source, asOf: median.asOf }
  }

  return {
    current: async () => {
      refreshIfDue()
      const known = currentMedian()
      if (known.ok || flight === null) return answer(known)
      await flight
      return answer(currentMedian())
    },
  }
}

function why(
  { accepted, stale, outliers }: MedianRate & { ok: false },
  statuses: readonly MarketStatus[],
): string {
  const list = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(", "))
  const failed = statuses.flatMap(({ market, fault }) =>
    fault === null ? [] : [`${new URL(market.origin).host}: ${fault}`],
  )
  return `too few markets: accepted ${list(accepted)}; stale ${list(stale)}; too far off ${list(outliers)}; failed ${list(failed)}`
}
