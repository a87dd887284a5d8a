import { parse as parseJson } from "lossless-json"
import type { Ticker } from "../../domain/median-rate"
import type { Clock } from "../../ports/clock"
import type { Market } from "./market"

/** Real answers are below 2 KB. */
const MOST_BYTES = 64 * 1024
const TIMEOUT_MS = 4_000
/** Some markets turn away callers that do not say what they are. */
const USER_AGENT = "shop-rates/1.0"

/** A market gave no usable answer. */
export class MarketFault extends Error {
  constructor(
    why: string,
    /** It asks for fewer calls (429 or Retry-After); `waitMs` when it says how long to stay away, else 0. */
    readonly throttled: { readonly waitMs: number } | null = null,
    options?: ErrorOptions,
  ) {
    super(why, options)
    this.name = "MarketFault"
  }
}

/**
 * One question to one market. The ticker's time is the market's own or, where it tells none, when it was asked less
 * the age a cache in between admits to; and never later than when it was asked.
 * @throws MarketFault for anything but a good answer within four seconds
 */
export async function askMarket(market: Market, clock: Clock, timeoutMs = TIMEOUT_MS): Promise<Ticker> {
  const askedAt = clock()
  const response = await fetchOf(market, timeoutMs)
  if (!response.ok) {
    await response.body?.cancel()
    throw new MarketFault(`it answered ${response.status}`, throttlingIn(response, askedAt))
  }
  const said = market.answer.safeParse(numbersAsText(await textOf(response)))
  if (!said.success) throw new MarketFault("its answer has another shape", null, { cause: said.error })
  const { pence, at } = said.data
  return { source: market.name, pence, asOf: Math.min(at ?? askedAt - ageOf(response), askedAt) }
}

async function fetchOf({ url }: Market, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
      headers: { accept: "application/json", "user-agent": USER_AGENT },
    })
  } catch (cause) {
    throw new MarketFault(whyOf(cause), null, { cause })
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
      // Leaving the loop ends the transfer.
      if (bytes > MOST_BYTES) throw new MarketFault("it answered far too much")
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (cause) {
    throw cause instanceof MarketFault ? cause : new MarketFault(whyOf(cause), null, { cause })
  }
  return text + decoder.decode()
}

/** A float would have lost digits before anybody could look at them. */
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

/** Node says "fetch failed" and hides the reason in the cause. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return "it gave no answer"
  if (error.name === "TimeoutError") return "it took too long"
  return error.cause instanceof Error ? error.cause.message : error.message
}
