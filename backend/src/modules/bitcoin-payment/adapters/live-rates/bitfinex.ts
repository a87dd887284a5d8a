import { z } from "@medusajs/framework/zod"
import { bookMiddle } from "./decimal-pence"
import type { Market } from "./market"

/** https://docs.bitfinex.com/reference/rest-public-ticker: [BID, BID_SIZE, ASK, ASK_SIZE, …]. It tells no time. */
export const bitfinex: Market = {
  name: "bitfinex",
  url: "https://api-pub.bitfinex.com/v2/ticker/tBTCGBP",
  answer: z
    .tuple([z.string(), z.unknown(), z.string()], z.unknown())
    .transform(([bid, _size, ask]) => ({ bid, ask }))
    .pipe(bookMiddle)
    .transform((pence) => ({ pence, at: null })),
}
