import { z } from "@medusajs/framework/zod"
import { parsePercent } from "../domain/percent"
import { parseRate } from "../domain/quote"
import type { Clock } from "../ports/clock"
import type { RateSource } from "../ports/rate-source"
import { fixedRate } from "./fixed-rate"
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
  /** Another address than the market's own: a mirror, a test. */
  url: z.url({ protocol: /^https?$/ }).optional(),
})

/** Where the rate comes from: the operator, or the markets. */
export const rateSettingsSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("fixed"),
    /** Pounds for one bitcoin, a decimal with at most two places. */
    pounds: z.string().refine(parses(parseRate), "needs pounds for one bitcoin"),
  }),
  z.object({
    kind: z.literal("live"),
    /** What the shop's rate lies below the market's. */
    spreadPercent: percent,
    /** What a market may differ from the median of all before it is taken for a liar. */
    outlierPercent: percent,
    maxAgeSeconds: z.number().positive(),
    markets: z
      .array(market)
      .min(3, "needs three markets: with fewer, one that lies cannot be told")
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "names a market twice"),
  }),
])
export type RateSettings = z.infer<typeof rateSettingsSchema>

/** The source these settings describe. @param onNews what staff should read in the log about the markets */
export function ratesOf(
  settings: RateSettings,
  clock: Clock,
  onNews: (sentence: string) => void,
): RateSource {
  if (settings.kind === "fixed") return fixedRate(settings.pounds, clock)
  return liveRates({
    markets: settings.markets.map(({ name, url }) => ({ ...MARKETS[name], ...(url && { url }) })),
    policy: {
      maxAgeMs: settings.maxAgeSeconds * 1000,
      outlier: parsePercent(settings.outlierPercent),
      spread: parsePercent(settings.spreadPercent),
    },
    clock,
    onNews,
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
