import { setTimeout } from "node:timers/promises"
import { z } from "@medusajs/framework/zod"
import { parseMinorUnits, type Currency } from "../domain/currency"
import { parsePercent } from "../domain/percent"
import type { Clock } from "../ports/clock"
import { CurrencyNotTaken, RateUnavailable, type Rate, type RateSource } from "../ports/rate-source"
import { liveRates } from "./live-rates/live-rates"
import { MARKETS, type Market } from "./live-rates/markets"

export const percent = z.string().refine(parses(parsePercent), "needs a percentage like 1.5")
const NAMES = [
  "kraken",
  "coinbase",
  "bitstamp",
  "bitfinex",
  "coingecko",
] as const satisfies (keyof typeof MARKETS)[]
type PriceOf = (currency: Currency) => Promise<string | null> | string | null
const OWN_RATE_TIMEOUT_MS = 4000
/** What the function answered, or that it failed, holds for so long: staff's pages ask often, and for many payments at once. */
const OWN_RATE_MS = 5000
const ALL_MARKETS = NAMES.map((name) => ({ name }))
const market = z.strictObject({
  name: z.enum(NAMES),
  /** Replaces scheme and host of the market's own address: a mirror or a test. */
  url: z.url({ protocol: /^https?$/ }).optional(),
})

export const rateSettingsSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fixed"),
    /** What one bitcoin costs, by currency: `{ GBP: "40000", EUR: "46500.50" }`. */
    perBitcoin: z
      .record(z.string(), z.string())
      .refine(
        (rates) => Object.entries(rates).every(isRate),
        "needs the price of one bitcoin by ISO 4217 code",
      ),
  }),
  z.strictObject({
    kind: z.literal("own"),
    /** The price of one bitcoin in a currency, a decimal such as `"64050.00"`; null: the currency is not taken. Asked at most every five seconds. */
    priceOf: z.custom<PriceOf>((value) => typeof value === "function", "needs a function of a currency"),
  }),
  z.strictObject({
    kind: z.literal("live"),
    /** How far the shop's rate is below the market's. */
    spreadPercent: percent.default("0"),
    /** How far a market may differ from the median before it counts as an outlier. */
    outlierPercent: percent.default("5"),
    maxAgeSeconds: z.number().positive().default(300),
    markets: z
      .array(market)
      .min(3, "needs three markets: with fewer, an outlier cannot be detected")
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "names a market twice")
      .default(ALL_MARKETS),
  }),
])
export type RateSettings = z.infer<typeof rateSettingsSchema>

export function ratesOf(
  settings: RateSettings,
  clock: Clock,
  onStatus: (sentence: string) => void,
): RateSource {
  if (settings.kind === "fixed")
    return {
      current: async (currency) => {
        const rate = settings.perBitcoin[currency]
        if (rate === undefined) throw new CurrencyNotTaken(currency)
        return { rate, currency, source: "fixed", asOf: clock() }
      },
    }
  if (settings.kind === "own") {
    const answers = new Map<Currency, { readonly at: number; readonly rate: Promise<Rate> }>()
    return {
      current: async (currency) => {
        const known = answers.get(currency)
        if (known !== undefined && Math.abs(clock() - known.at) < OWN_RATE_MS) return known.rate
        const rate = ownRate(settings.priceOf, currency, clock)
        answers.set(currency, { at: clock(), rate })
        return rate
      },
    }
  }
  const markets = settings.markets.map(({ name, url }) => {
    const market: Market = MARKETS[name]
    return url === undefined ? market : { ...market, origin: url.replace(/\/$/, "") }
  })
  const policy = {
    maxAgeMs: settings.maxAgeSeconds * 1000,
    outlier: parsePercent(settings.outlierPercent),
    spread: parsePercent(settings.spreadPercent),
  }
  const byCurrency = new Map<Currency, ReturnType<typeof liveRates>>()
  return {
    current: (currency) => {
      const rates = byCurrency.get(currency) ?? liveRates({ markets, currency, policy, clock, onStatus })
      byCurrency.set(currency, rates)
      return rates.current()
    },
  }
}

async function ownRate(priceOf: PriceOf, currency: Currency, clock: Clock): Promise<Rate> {
  const limit = new AbortController()
  try {
    const rate = await Promise.race([
      // It may throw at once.
      Promise.resolve().then(() => priceOf(currency)),
      setTimeout(OWN_RATE_TIMEOUT_MS, null, { signal: limit.signal }).then(() => {
        throw new Error("it took too long")
      }),
    ])
    if (rate === null) throw new CurrencyNotTaken(currency)
    parseMinorUnits(rate, currency)
    return { rate, currency, source: "own", asOf: clock() }
  } catch (error) {
    if (error instanceof RateUnavailable) throw error
    throw new RateUnavailable(
      `rates.priceOf(${currency}): ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    limit.abort()
  }
}

function isRate([currency, rate]: [string, string]): boolean {
  return parses((text) => parseMinorUnits(text, currency))(rate)
}

function parses(parse: (text: string) => bigint): (text: string) => boolean {
  return (text) => {
    try {
      parse(text)
      return true
    } catch {
      return false
    }
  }
}
