import { z } from "@medusajs/framework/zod"

const NAMES = ["kraken", "coinbase", "bitstamp", "bitfinex", "coingecko"] as const
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])

/** Whoever sits on a plain line to a market could set the shop's rate. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname))
}

const market = z.object({
  name: z.enum(NAMES, `needs names out of ${NAMES.join(", ")}`),
  url: z.string().refine(isSafe, "needs https addresses").optional(),
})

/** `kraken, coinbase, bitstamp=https://mirror.example/btcgbp`: names, each with another address if need be. */
export const rateMarkets = z
  .string()
  .transform((text) =>
    text.split(/[\s,]+/).flatMap((entry) => {
      const [name = "", ...address] = entry.split("=")
      return name === "" ? [] : [{ name, ...(address.length > 0 && { url: address.join("=") }) }]
    }),
  )
  .pipe(z.array(market))
  .refine(
    (markets) => new Set(markets.map(({ name }) => name)).size === markets.length,
    "names a market twice",
  )
  .refine((markets) => markets.length >= 3, "needs at least three markets, like kraken,coinbase,bitstamp")
