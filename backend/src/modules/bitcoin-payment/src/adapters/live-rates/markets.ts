import { z } from "@medusajs/framework/zod"
import { decimalsOf, type Currency } from "../../domain/currency"

export interface MarketPrice {
  /** Minor units for one bitcoin. */
  readonly rateInMinor: bigint
  /** The market's own time in milliseconds since 1970; null when it gives none and means "now". */
  readonly at: number | null
}

export interface Market {
  readonly name: string
  /** Scheme and host, without a slash at the end. */
  readonly origin: string
  readonly path: (currency: Currency) => string
  /** The shape of its response, in which every JSON number arrives as its text. */
  readonly answer: (currency: Currency) => z.ZodType<MarketPrice>
}

/** Whole minor units, the rest cut off: `"64050.019"` pounds are 6,405,001. No sign, no exponent, never a float in between. */
const priceIn = (currency: Currency) =>
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,30})?$/)
    .transform((text) => {
      const decimals = decimalsOf(currency)
      const [whole = "0", fraction = ""] = text.split(".")
      return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"))
    })
    .refine((price) => price > 0n)

/** The middle between bid and ask. The last trade may be an hour old on a quiet market; the order book is current. */
const bookMiddle = (currency: Currency) =>
  z
    .object({ bid: priceIn(currency), ask: priceIn(currency) })
    .refine(({ bid, ask }) => bid <= ask)
    .transform(({ bid, ask }) => (bid + ask) / 2n)

const unixSeconds = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((text) => Number(text) * 1000)

const bookAt = (currency: Currency) =>
  z
    .object({ book: bookMiddle(currency), at: z.number() })
    .transform(({ book, at }): MarketPrice => ({ rateInMinor: book, at }))
const bookNow = (currency: Currency) =>
  bookMiddle(currency).transform((rateInMinor): MarketPrice => ({ rateInMinor, at: null }))

/** Kraken's `a` and `b` are ask and bid, each [price, whole lot volume, lot volume]. */
const krakenSide = z.tuple([z.string()], z.unknown())

export const MARKETS = {
  /** https://docs.kraken.com/api-reference/market-data/get-ticker-information gives no time. */
  kraken: {
    name: "kraken",
    origin: "https://api.kraken.com",
    path: (currency) => `/0/public/Ticker?pair=XBT${currency}`,
    answer: (currency) =>
      z
        .object({
          error: z.array(z.unknown()).max(0),
          // Under Kraken's own name of the pair: XXBTZGBP, but XBTCHF.
          result: z.record(
            z.string().regex(new RegExp(`^X?XBTZ?${currency}$`)),
            z.object({ a: krakenSide, b: krakenSide }),
          ),
        })
        .transform(({ result }) => Object.values(result))
        .pipe(z.tuple([z.object({ a: krakenSide, b: krakenSide })]))
        .transform(([{ a, b }]) => ({ bid: b[0], ask: a[0] }))
        .pipe(bookNow(currency)),
  },
  /** https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductticker requires a User-Agent. */
  coinbase: {
    name: "coinbase",
    origin: "https://api.exchange.coinbase.com",
    path: (currency) => `/products/BTC-${currency}/ticker`,
    answer: (currency) =>
      z
        .object({ bid: z.string(), ask: z.string(), time: z.iso.datetime({ offset: true }) })
        .transform(({ bid, ask, time }) => ({ book: { bid, ask }, at: Date.parse(time) }))
        .pipe(bookAt(currency)),
  },
  /** https://www.bitstamp.net/api/#tag/Tickers */
  bitstamp: {
    name: "bitstamp",
    origin: "https://www.bitstamp.net",
    path: (currency) => `/api/v2/ticker/btc${currency.toLowerCase()}/`,
    answer: (currency) =>
      z
        .object({ bid: z.string(), ask: z.string(), timestamp: unixSeconds })
        .transform(({ bid, ask, timestamp }) => ({ book: { bid, ask }, at: timestamp }))
        .pipe(bookAt(currency)),
  },
  /** https://docs.bitfinex.com/reference/rest-public-ticker: [BID, BID_SIZE, ASK, ASK_SIZE, …], without a time. */
  bitfinex: {
    name: "bitfinex",
    origin: "https://api-pub.bitfinex.com",
    path: (currency) => `/v2/ticker/tBTC${currency}`,
    answer: (currency) =>
      z
        .tuple([z.string(), z.unknown(), z.string()], z.unknown())
        .transform(([bid, _size, ask]) => ({ bid, ask }))
        .pipe(bookNow(currency)),
  },
  /** https://docs.coingecko.com/reference/simple-price: the mean of many markets, updated about once a minute. */
  coingecko: {
    name: "coingecko",
    origin: "https://api.coingecko.com",
    path: (currency) =>
      `/api/v3/simple/price?ids=bitcoin&vs_currencies=${currency.toLowerCase()}&include_last_updated_at=true&precision=${String(decimalsOf(currency))}`,
    answer: (currency) =>
      z
        .object({
          bitcoin: z.object({ [currency.toLowerCase()]: z.string(), last_updated_at: unixSeconds }),
        })
        .transform(({ bitcoin: { last_updated_at: at, ...prices } }) => ({
          price: prices[currency.toLowerCase()],
          at,
        }))
        .pipe(z.object({ price: priceIn(currency), at: z.number() }))
        .transform(({ price, at }) => ({ rateInMinor: price, at })),
  },
} satisfies Record<string, Market>
