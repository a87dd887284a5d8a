import { z } from "@medusajs/framework/zod"
import { bookMiddle } from "./decimal-pence"
import type { Market } from "./market"
import { unixSeconds } from "./unix-seconds"

/** https://www.bitstamp.net/api/#tag/Tickers */
export const bitstamp: Market = {
  name: "bitstamp",
  url: "https://www.bitstamp.net/api/v2/ticker/btcgbp/",
  answer: z
    .object({ bid: z.string(), ask: z.string(), timestamp: unixSeconds })
    .transform(({ bid, ask, timestamp }) => ({ book: { bid, ask }, at: timestamp }))
    .pipe(z.object({ book: bookMiddle, at: z.number() }))
    .transform(({ book, at }) => ({ pence: book, at })),
}
