import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { MARKET_NAMES, startMarketServer, type MarketName, type MarketServer } from "../testing/market-server"
import { parsePercent } from "../../domain/percent"
import { RateUnavailable, type Rate } from "../../ports/rate-source"
import { liveRates } from "./live-rates"
import { MARKETS } from "./markets"

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 21, 12)
const FOUR: readonly MarketName[] = ["kraken", "coinbase", "bitstamp", "bitfinex"]

let server: MarketServer
let now: number
let messages: string[]
beforeEach(async () => {
  server = await startMarketServer()
  now = START
  messages = []
  quote(["kraken", "64000.00"], ["coinbase", "64100.00"], ["bitstamp", "64050.00"], ["bitfinex", "64020.00"])
})
afterEach(() => server.stop())

function quote(...quotes: readonly (readonly [MarketName, string])[]): void {
  for (const [name, pounds] of quotes) server.quotes(name, pounds, now)
}

type LiveRates = ReturnType<typeof liveRates>

function rates(names: readonly MarketName[] = FOUR, spread = "0", currency = "GBP"): LiveRates {
  return liveRates({
    currency,
    markets: names.map((name) => ({ ...MARKETS[name], origin: server.urlOf(name) })),
    policy: { maxAgeMs: 5 * MINUTE, outlier: parsePercent("5"), spread: parsePercent(spread) },
    clock: () => now,
    onStatus: (message) => messages.push(message),
    timeoutMs: 1_000,
  })
}

/** Sets off the questions that are due, and waits for the answers: every market then tells the time of now. */
async function refreshed(source: LiveRates): Promise<Rate> {
  await expect.poll(async () => (await source.current()).asOf, { timeout: 10_000 }).toBe(now)
  return source.current()
}

describe("live rates", () => {
  it("are the median of what every market writes in its own way", async () => {
    quote(["coingecko", "64030.5"])
    expect(await rates(MARKET_NAMES).current()).toEqual({
      rate: "64030.50",
      currency: "GBP",
      source: "median of bitfinex, bitstamp, coinbase, coingecko, kraken",
      asOf: START,
    })
    expect(await rates(FOUR, "1").current()).toMatchObject({
      rate: "63394.65",
      source: "median of bitfinex, bitstamp, coinbase, kraken less 1 %",
    })
    expect(messages).toEqual([])
  })

  it("are asked for in the shop's currencies, with the decimals of each", async () => {
    quote(["kraken", "9750001.4"], ["coinbase", "9750000"], ["bitstamp", "9750004"])
    const yen = ["kraken", "coinbase", "bitstamp"] as const
    expect(await rates(yen, "0", "JPY").current()).toMatchObject({ rate: "9750001", currency: "JPY" })
  })

  it("keep every digit of long decimals, and cut below the penny", async () => {
    const long = ["kraken", "bitfinex", "coingecko"] as const
    quote(
      ["kraken", "64050.019999999999999999"],
      ["bitfinex", "64050.019999999999999999"],
      ["coingecko", "64050.01999"],
    )
    expect((await rates(long).current()).rate).toBe("64050.01")
    quote(["kraken", "900719925.47"], ["bitfinex", "900719925.47"], ["coingecko", "900719925.47"])
    expect((await rates(long).current()).rate).toBe("900719925.47")
  })

  it.each<readonly [string, Parameters<MarketServer["does"]>[1]]>([
    ["it answered 500", (_request, response) => response.writeHead(500).end("{}")],
    ["it took too long", () => undefined],
    ["it took too long", (_request, response) => response.write("[64020.00,")],
    [
      "it answered something that is not JSON",
      (_request, response) => response.end("<!doctype html><title>Just a moment...</title>"),
    ],
    [
      "its answer has another shape",
      (_request, response) => response.end(`["error",10020,"symbol: invalid"]`),
    ],
    ["its answer has another shape", (_request, response) => response.end("[6.402e4,1,6.402e4,1]")],
    ["its answer has another shape", (_request, response) => response.end("[-64020,1,64020,1]")],
    ["its answer has another shape", (_request, response) => response.end("[0.001,1,0.002,1]")],
    ["its answer has another shape", (_request, response) => response.end("[64020.01,1,64020.00,1]")],
    ["it answered far too much", (_request, response) => response.end(`[${"1,".repeat(50_000)}1]`)],
    ["it answered something that is not JSON", (_request, response) => response.end("[".repeat(60_000))],
    [
      "no answer (unexpected redirect)",
      (_request, response) => response.writeHead(302, { location: server.urlOf("kraken") }).end(),
    ],
    ["no answer (other side closed)", (request) => request.socket.destroy()],
  ])("go on with three when the fourth fails: %s", async (reason, behaviour) => {
    server.does("bitfinex", behaviour)
    expect(await rates().current()).toMatchObject({
      rate: "64050.00",
      source: "median of bitstamp, coinbase, kraken",
    })
    expect(messages).toEqual([`bitfinex gives no rate for GBP: ${reason}`])
  })

  it("say who they are, so that no market turns them away", async () => {
    let agent: string | undefined
    server.does("bitfinex", (request, response) => {
      agent = request.headers["user-agent"]
      response.end("[64020,1,64020,1]")
    })
    await rates().current()
    expect(agent).toMatch(/^medusa-payment-bitcoin\//)
  })

  it("leave out a market that lies, and one whose own clock stands still", async () => {
    quote(["bitfinex", "6402.00"])
    expect((await rates().current()).source).toBe("median of bitstamp, coinbase, kraken")
    quote(["bitfinex", "64020.00"])
    server.quotes("coinbase", "64100.00", START - 6 * MINUTE)
    expect((await rates().current()).source).toBe("median of bitfinex, bitstamp, kraken")
  })

  it("ignore a market's clock that runs ahead of ours, and subtract the age that a cache states", async () => {
    server.quotes("coinbase", "64100.00", START + 60 * MINUTE)
    expect((await rates().current()).asOf).toBe(START)
    server.does("bitfinex", (_request, response) => {
      response.setHeader("age", "301")
      response.end("[64020.00,1,64020.00,1]")
    })
    expect((await rates().current()).source).toBe("median of bitstamp, coinbase, kraken")
  })

  it("are unavailable, with a sentence for shoppers, when two of four are down and one lies", async () => {
    server.does("kraken", (_request, response) => response.writeHead(502).end())
    server.does("coinbase", (_request, response) => response.writeHead(502).end())
    quote(["bitstamp", "1.00"])
    const failure: unknown = await rates()
      .current()
      .catch((error: unknown) => error)
    if (!(failure instanceof RateUnavailable)) throw failure
    expect(failure.sentence).toMatch(/^Bitcoin payments are temporarily unavailable: .* Please try again/)
    expect(messages).toContainEqual(expect.stringMatching(/^too few markets: accepted none/))
  })

  it("ask once for a hundred callers, and at most once a minute", async () => {
    const source = rates()
    await Promise.all(Array.from({ length: 100 }, () => source.current()))
    now += MINUTE - 1
    await source.current()
    expect(FOUR.map((name) => server.asked(name))).toEqual([1, 1, 1, 1])
    now += 1
    quote(["coinbase", "64100.00"], ["bitstamp", "64050.00"])
    await Promise.all(Array.from({ length: 100 }, () => source.current()))
    await refreshed(source)
    expect(FOUR.map((name) => server.asked(name))).toEqual([2, 2, 2, 2])
  })

  it("ask at most once a minute while they are unavailable, too", async () => {
    const source = rates(["kraken", "coinbase"])
    await expect(source.current()).rejects.toThrow(RateUnavailable)
    await expect(source.current()).rejects.toThrow(RateUnavailable)
    expect(server.asked("kraken")).toBe(1)
    expect(messages).toHaveLength(1)
  })

  it("answer at once while a fresh one is fetched in the background", async () => {
    const source = rates()
    await source.current()
    now += MINUTE
    quote(
      ["kraken", "65000.00"],
      ["coinbase", "65000.00"],
      ["bitstamp", "65000.00"],
      ["bitfinex", "65000.00"],
    )
    expect((await source.current()).rate).toBe("64035.00")
    expect((await refreshed(source)).rate).toBe("65000.00")
  })

  it("never give an old rate: after five minutes of silence there is none, and then there is again", async () => {
    const source = rates()
    await source.current()
    for (const name of FOUR) server.does(name, (_request, response) => response.writeHead(503).end())
    now += 5 * MINUTE
    expect((await source.current()).asOf).toBe(START)
    now += 1
    await expect(source.current()).rejects.toThrow(RateUnavailable)
    now += MINUTE
    quote(["kraken", "63000.00"], ["coinbase", "63000.00"], ["bitstamp", "63000.00"])
    expect((await source.current()).rate).toBe("63000.00")
    expect(messages.slice(-4)).toEqual(
      expect.arrayContaining(["kraken is available again for GBP", "the rate for GBP is known again"]),
    )
  })

  it("leave a market alone that answers 429: for as long as it says, else one minute, then two", async () => {
    const source = rates()
    const askedAfter = async (ms: number) => {
      now += ms
      quote(["coinbase", "64100.00"], ["bitstamp", "64050.00"], ["bitfinex", "64020.00"])
      await refreshed(source)
      return server.asked("kraken")
    }
    server.does("kraken", (_request, response) => response.writeHead(429, { "retry-after": "150" }).end())
    await source.current()
    expect(await askedAfter(MINUTE)).toBe(1)
    expect(await askedAfter(MINUTE)).toBe(1)
    server.does("kraken", (_request, response) => response.writeHead(429).end())
    expect(await askedAfter(MINUTE)).toBe(2)
    expect(await askedAfter(MINUTE)).toBe(2)
    quote(["kraken", "64000.00"])
    expect(await askedAfter(MINUTE)).toBe(3)
    expect((await source.current()).source).toBe("median of bitfinex, bitstamp, coinbase, kraken")
    expect(server.asked("bitstamp")).toBe(6)
  })
})
