import { z } from "@medusajs/framework/zod"
import { parsePercent } from "../domain/percent"
import { parseRate } from "../domain/quote"
import type { Clock } from "../ports/clock"
import type { RateSource } from "../ports/rate-source"
import { liveRates } from "./live-rates/live-rates"
import { MARKETS } from "./live-rates/markets"

const percent = z.string().refine(parses(parsePercent), "needs a percentage like 1.5")
const market = z.object({
  name: z.enum([
    "kraken",
    "coinbase",
    "bitstamp",
    "bitfinex",
    "coingecko",
  ] satisfies (keyof typeof MARKETS)[]),
  /** Replaces the market's own address: a mirror or a test. */
  url: z.url({ protocol: /^https?$/ }).optional(),
})

/** The rate is fixed by the operator or taken from markets. */
export const rateSettingsSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("fixed"),
    /** Pounds for one bitcoin, a decimal with at most two places. */
    pounds: z.string().refine(parses(parseRate), "needs pounds for one bitcoin"),
  }),
  z.object({
    kind: z.literal("live"),
    /** How far the shop's rate is below the market's. */
    spreadPercent: percent,
    /** How far a market may differ from the median before it counts as an outlier. */
    outlierPercent: percent,
    maxAgeSeconds: z.number().positive(),
    markets: z
      .array(market)
      .min(3, "needs three markets: with fewer, an outlier cannot be detected")
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "names a market twice"),
  }),
])
export type RateSettings = z.infer<typeof rateSettingsSchema>

/** The source these settings describe. @param onStatus messages about the markets for the log */
export function ratesOf(
  settings: RateSettings,
  clock: Clock,
  onStatus: (sentence: string) => void,
): RateSource {
  if (settings.kind === "fixed")
    return { current: async () => ({ pounds: settings.pounds, source: "fixed", asOf: clock() }) }
  return liveRates({
    markets: settings.markets.map(({ name, url }) => ({ ...MARKETS[name], ...(url && { url }) })),
    policy: {
      maxAgeMs: settings.maxAgeSeconds * 1000,
      outlier: parsePercent(settings.outlierPercent),
      spread: parsePercent(settings.spreadPercent),
    },
    clock,
    onStatus,
  })
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
