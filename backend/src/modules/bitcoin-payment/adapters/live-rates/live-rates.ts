import { medianRate, type MedianRate, type RatePolicy, type Ticker } from "../../domain/median-rate"
import type { Clock } from "../../ports/clock"
import { RateUnavailable, type Rate, type RateSource } from "../../ports/rate-source"
import { askMarket, MarketFault } from "./ask-market"
import type { Market } from "./market"

const REFRESH_MS = 60_000
/** A throttling market is left alone for a minute, then two, four, … unless it says how long itself. */
const FIRST_BACK_OFF_MS = 60_000
const LONGEST_BACK_OFF_MS = 60 * 60_000

export interface LiveRatesParts {
  readonly markets: readonly Market[]
  readonly policy: RatePolicy
  readonly clock: Clock
  /** A market, or the rate itself, began to fail or is well again; told once each time. */
  readonly onNews: (sentence: string) => void
  readonly timeoutMs?: number
}

/** What is known of one market. */
interface Standing {
  readonly market: Market
  /** The last good answer, however old: the policy decides what it is worth. */
  ticker: Ticker | null
  notBefore: number
  throttledTimes: number
  fault: string | null
}

/**
 * The rate of several markets, asked when somebody wants to know and the last time is a minute ago. A rate that is
 * still fresh is answered at once while they are asked; a caller waits only when there is none.
 */
export function liveRates({ markets, policy, clock, onNews, timeoutMs }: LiveRatesParts): RateSource {
  const standings = markets.map((market): Standing => ({
    market,
    ticker: null,
    notBefore: 0,
    throttledTimes: 0,
    fault: null,
  }))
  // With a short maximum age a minute between questions would leave gaps without any rate.
  const refreshMs = Math.min(REFRESH_MS, policy.maxAgeMs / 2)
  let startedAt: number | null = null
  let flight: Promise<void> | null = null
  let wasKnown = true

  function refreshIfDue(): void {
    const now = clock()
    const isDue = startedAt === null || now - startedAt >= refreshMs || now < startedAt
    if (flight !== null || !isDue) return
    startedAt = now
    const due = standings.filter(({ notBefore }) => notBefore <= now)
    flight = Promise.all(due.map(ask)).then(() => {
      flight = null
    })
  }

  /** Never fails: whatever goes wrong is this market's, and the others are enough or not. */
  async function ask(standing: Standing): Promise<void> {
    const { market } = standing
    try {
      standing.ticker = await askMarket(market, clock, timeoutMs)
      if (standing.fault !== null) onNews(`${market.name} tells its rate again`)
      standing.fault = null
      standing.throttledTimes = 0
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      if (fault !== standing.fault) onNews(`${market.name} tells no rate: ${fault}`)
      standing.fault = fault
      if (error instanceof MarketFault && error.throttled) backOff(standing, error.throttled.waitMs)
    }
  }

  function backOff(standing: Standing, waitMs: number): void {
    const ours = FIRST_BACK_OFF_MS * 2 ** Math.min(standing.throttledTimes, 10)
    standing.throttledTimes += 1
    standing.notBefore = clock() + Math.min(LONGEST_BACK_OFF_MS, Math.max(waitMs, ours))
  }

  function reckon(): MedianRate {
    const tickers = standings.flatMap(({ ticker }) => ticker ?? [])
    return medianRate(tickers, clock(), policy)
  }

  function answer(reckoned: MedianRate): Rate {
    if (reckoned.ok !== wasKnown) onNews(reckoned.ok ? "the rate is known again" : why(reckoned))
    wasKnown = reckoned.ok
    if (!reckoned.ok) throw new RateUnavailable(why(reckoned))
    return { pounds: reckoned.rate, source: reckoned.source, asOf: reckoned.asOf }
  }

  return {
    current: async () => {
      refreshIfDue()
      const known = reckon()
      if (known.ok || flight === null) return answer(known)
      await flight
      return answer(reckon())
    },
  }
}

function why({ accepted, stale, outliers }: MedianRate & { ok: false }): string {
  const list = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(", "))
  return `too few markets: believed ${list(accepted)}; stale ${list(stale)}; too far off ${list(outliers)}`
}
