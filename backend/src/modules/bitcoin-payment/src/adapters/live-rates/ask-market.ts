import { parse as parseJson } from "lossless-json"
import type { Currency } from "../../domain/currency"
import type { Ticker } from "../../domain/median-rate"
import type { Clock } from "../../ports/clock"
import { whyNoAnswer } from "../why-no-answer"
import type { Market } from "./markets"

/** Real responses are below 2 KB. */
const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 4_000
/** Some markets refuse requests without one. */
const USER_AGENT = "medusa-payment-bitcoin/0.1"

export class MarketFault extends Error {
  constructor(
    why: string,
    /** It asks for fewer requests (429 or Retry-After); `waitMs` is how long to wait, 0 if it does not say. */
    readonly throttled: { readonly waitMs: number } | null = null,
    options?: ErrorOptions,
  ) {
    super(why, options)
    this.name = "MarketFault"
  }
}

/**
 * The ticker's time is the market's own or, where it gives none, the time of the request less the age in a cache; never
 * later than the request. @throws MarketFault unless a valid response arrives in time
 */
export async function askMarket(
  market: Market,
  currency: Currency,
  clock: Clock,
  timeoutMs = TIMEOUT_MS,
): Promise<Ticker> {
  const askedAt = clock()
  const response = await fetchOf(market.origin + market.path(currency), timeoutMs)
  if (!response.ok) {
    await response.body?.cancel()
    throw new MarketFault(`it answered ${response.status}`, throttlingIn(response, askedAt))
  }
  const parsed = market.answer(currency).safeParse(numbersAsText(await textOf(response)))
  if (!parsed.success) throw new MarketFault("its answer has another shape", null, { cause: parsed.error })
  const { rateInMinor, at } = parsed.data
  return { source: market.name, rateInMinor, asOf: Math.min(at ?? askedAt - ageOf(response), askedAt) }
}

async function fetchOf(url: string, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
      headers: { accept: "application/json", "user-agent": USER_AGENT },
    })
  } catch (cause) {
    throw new MarketFault(whyNoAnswer(cause), null, { cause })
  }
}

async function textOf(response: Response): Promise<string> {
  if (response.body === null) return ""
  const chunks: AsyncIterable<Uint8Array> = response.body
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw new MarketFault("it answered far too much")
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (cause) {
    throw cause instanceof MarketFault ? cause : new MarketFault(whyNoAnswer(cause), null, { cause })
  }
  return text + decoder.decode()
}

/** Parsing to floats would lose digits. */
function numbersAsText(json: string): unknown {
  try {
    return parseJson(json, null, (digits) => digits)
  } catch (cause) {
    throw new MarketFault("it answered something that is not JSON", null, { cause })
  }
}

/** Seconds in a cache on the way (RFC 9111, section 5.1), in milliseconds. */
function ageOf(response: Response): number {
  const age = response.headers.get("age") ?? ""
  return /^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0
}

/** RFC 9110, section 10.2.3: seconds or a date. */
function throttlingIn(response: Response, now: number): { waitMs: number } | null {
  const after = response.headers.get("retry-after")
  if (after === null) return response.status === 429 ? { waitMs: 0 } : null
  const until = /^\d{1,9}$/.test(after) ? now + Number(after) * 1000 : Date.parse(after)
  return { waitMs: Number.isNaN(until) ? 0 : Math.max(0, until - now) }
}
