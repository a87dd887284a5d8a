import { z } from "@medusajs/framework/zod"

export interface MarketPrice {
  /** Pence for one bitcoin. */
  readonly pence: bigint
  /** The market's own time in milliseconds since 1970; null when it gives none and means "now". */
  readonly at: number | null
}

/** A public ticker of pounds for one bitcoin. */
export interface Market {
  readonly name: string
  readonly url: string
  /** The shape of its response, in which every JSON number arrives as its text. */
  readonly answer: z.ZodType<MarketPrice>
}

/**
 * A price in pounds as text, to whole pence, the rest cut off: `"64050.019"` is 6,405,001. Digits only: no sign, no
 * exponent, and never a float in between.
 */
const decimalPence = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,30})?$/)
  .transform((text) => {
    const [whole = "0", fraction = ""] = text.split(".")
    return BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, "0"))
  })
  .refine((pence) => pence > 0n)

/** The middle between bid and ask. The last trade may be an hour old on a quiet market; the order book is current. */
const bookMiddle = z
  .object({ bid: decimalPence, ask: decimalPence })
  .refine(({ bid, ask }) => bid <= ask)
  .transform(({ bid, ask }) => (bid + ask) / 2n)

/** Whole seconds since 1970 as text, to milliseconds. */
const unixSeconds = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((text) => Number(text) * 1000)

const bookAt = z
  .object({ book: bookMiddle, at: z.number() })
  .transform(({ book, at }): MarketPrice => ({ pence: book, at }))
const bookNow = bookMiddle.transform((pence): MarketPrice => ({ pence, at: null }))

/** Kraken's `a` and `b` are ask and bid, each [price, whole lot volume, lot volume]. */
const krakenSide = z.tuple([z.string()], z.unknown())

/** The supported markets. */
export const MARKETS = {
  /** https://docs.kraken.com/api-reference/market-data/get-ticker-information gives no time. */
  kraken: {
    name: "kraken",
    url: "https://api.kraken.com/0/public/Ticker?pair=XBTGBP",
    answer: z
      .object({
        error: z.array(z.unknown()).max(0),
        // Kraken's own name for bitcoin in pounds, whichever was requested.
        result: z.object({ XXBTZGBP: z.object({ a: krakenSide, b: krakenSide }) }),
      })
      .transform(({ result }) => ({ bid: result.XXBTZGBP.b[0], ask: result.XXBTZGBP.a[0] }))
      .pipe(bookNow),
  },
  /** https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductticker requires a User-Agent. */
  coinbase: {
    name: "coinbase",
    url: "https://api.exchange.coinbase.com/products/BTC-GBP/ticker",
    answer: z
      .object({ bid: z.string(), ask: z.string(), time: z.iso.datetime({ offset: true }) })
      .transform(({ bid, ask, time }) => ({ book: { bid, ask }, at: Date.parse(time) }))
      .pipe(bookAt),
  },
  /** https://www.bitstamp.net/api/#tag/Tickers */
  bitstamp: {
    name: "bitstamp",
    url: "https://www.bitstamp.net/api/v2/ticker/btcgbp/",
    answer: z
      .object({ bid: z.string(), ask: z.string(), timestamp: unixSeconds })
      .transform(({ bid, ask, timestamp }) => ({ book: { bid, ask }, at: timestamp }))
      .pipe(bookAt),
  },
  /** https://docs.bitfinex.com/reference/rest-public-ticker: [BID, BID_SIZE, ASK, ASK_SIZE, …], without a time. */
  bitfinex: {
    name: "bitfinex",
    url: "https://api-pub.bitfinex.com/v2/ticker/tBTCGBP",
    answer: z
      .tuple([z.string(), z.unknown(), z.string()], z.unknown())
      .transform(([bid, _size, ask]) => ({ bid, ask }))
      .pipe(bookNow),
  },
  /** https://docs.coingecko.com/reference/simple-price: the mean of many markets, updated about once a minute. */
  coingecko: {
    name: "coingecko",
    url: "https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=gbp&include_last_updated_at=true&precision=2",
    answer: z
      .object({ bitcoin: z.object({ gbp: decimalPence, last_updated_at: unixSeconds }) })
      .transform(({ bitcoin }) => ({ pence: bitcoin.gbp, at: bitcoin.last_updated_at })),
  },
} satisfies Record<string, Market>
