import { z } from "@medusajs/framework/zod"
import { bookMiddle } from "./decimal-pence"
import type { Market } from "./market"

/** https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductticker; refuses callers without a User-Agent. */
export const coinbase: Market = {
  name: "coinbase",
  url: "https://api.exchange.coinbase.com/products/BTC-GBP/ticker",
  answer: z
    .object({ bid: z.string(), ask: z.string(), time: z.iso.datetime({ offset: true }) })
    .transform(({ bid, ask, time }) => ({ book: { bid, ask }, at: Date.parse(time) }))
    .pipe(z.object({ book: bookMiddle, at: z.number() }))
    .transform(({ book, at }) => ({ pence: book, at })),
}
