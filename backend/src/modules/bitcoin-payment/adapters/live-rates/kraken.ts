import { z } from "@medusajs/framework/zod"
import { bookMiddle } from "./decimal-pence"
import type { Market } from "./market"

/** `a` and `b` are ask and bid, each [price, whole lot volume, lot volume]. It tells no time. */
const side = z.tuple([z.string()], z.unknown())

/** https://docs.kraken.com/api-reference/market-data/get-ticker-information */
export const kraken: Market = {
  name: "kraken",
  url: "https://api.kraken.com/0/public/Ticker?pair=XBTGBP",
  answer: z
    .object({
      error: z.array(z.unknown()).max(0),
      // Kraken's own name for bitcoin in pounds, whichever was asked for.
      result: z.object({ XXBTZGBP: z.object({ a: side, b: side }) }),
    })
    .transform(({ result }) => ({ bid: result.XXBTZGBP.b[0], ask: result.XXBTZGBP.a[0] }))
    .pipe(bookMiddle)
    .transform((pence) => ({ pence, at: null })),
}
