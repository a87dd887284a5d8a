import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { medianRate, type MedianRate, type RatePolicy, type Ticker } from "./median-rate"
import { parsePercent } from "./percent"
import { parseMinorUnits } from "./currency"
import { quoteSatoshis } from "./quote"

const NOW = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const policy: RatePolicy = { maxAgeMs: 5 * MINUTE, outlier: parsePercent("5"), spread: 0n }

const ticker = (source: string, rateInMinor: bigint, asOf = NOW): Ticker => ({ source, rateInMinor, asOf })
const three = [ticker("kraken", 64_000_00n), ticker("coinbase", 64_100_00n), ticker("bitstamp", 64_050_00n)]

function rateOf(answer: MedianRate): string {
  if (!answer.ok) throw new Error(`No rate: ${JSON.stringify(answer)}`)
  return answer.rate
}

/** The markets an answer was drawn from, as it names them. */
function acceptedIn(answer: MedianRate, tickers: readonly Ticker[]): Ticker[] {
  if (!answer.ok) return []
  const names = answer.source.replace("median of ", "").split(", ")
  return tickers.filter(({ source }) => names.includes(source))
}

const lowest = (tickers: readonly Ticker[]) =>
  tickers.reduce(
    (least, { rateInMinor }) => (rateInMinor < least ? rateInMinor : least),
    tickers[0]?.rateInMinor ?? 0n,
  )
const highest = (tickers: readonly Ticker[]) =>
  tickers.reduce((most, { rateInMinor }) => (rateInMinor > most ? rateInMinor : most), 0n)

describe("the rate out of several markets", () => {
  it("is the middle one of three, and says who, and since when at the oldest", () => {
    const [kraken, ...others] = three
    const older = { ...(kraken ?? ticker("kraken", 1n)), asOf: NOW - MINUTE }
    expect(medianRate([older, ...others], "GBP", NOW, policy)).toEqual({
      ok: true,
      rate: "64050.00",
      source: "median of bitstamp, coinbase, kraken",
      asOf: NOW - MINUTE,
    })
  })

  it("is the mean of the middle two of four, rounded down to the penny", () => {
    expect(rateOf(medianRate([...three, ticker("bitfinex", 64_050_01n)], "GBP", NOW, policy))).toBe(
      "64050.00",
    )
    expect(rateOf(medianRate([...three, ticker("bitfinex", 64_050_03n)], "GBP", NOW, policy))).toBe(
      "64050.01",
    )
  })

  it("is lowered by the spread, rounded down, and says so", () => {
    expect(medianRate(three, "GBP", NOW, { ...policy, spread: parsePercent("1.5") })).toMatchObject({
      rate: "63089.25",
      source: "median of bitstamp, coinbase, kraken less 1.5 %",
    })
    expect(rateOf(medianRate(three, "GBP", NOW, { ...policy, spread: parsePercent("0.0001") }))).toBe(
      "64049.93",
    )
  })

  it("accepts a ticker five minutes old, and none that is a millisecond older or from the future", () => {
    const withLast = (asOf: number) =>
      medianRate([...three.slice(1), ticker("late", 64_000_00n, asOf)], "GBP", NOW, policy)
    expect(withLast(NOW - 5 * MINUTE).ok).toBe(true)
    expect(withLast(NOW - 5 * MINUTE - 1)).toMatchObject({
      because: "too_few_sources",
      accepted: ["bitstamp", "coinbase"],
      stale: ["late"],
    })
    expect(withLast(NOW + 1)).toMatchObject({ ok: false, stale: ["late"] })
  })

  it("leaves out who lies more than the limit away, and goes on with three others", () => {
    const with_ = (rateInMinor: bigint) =>
      medianRate([...three, ticker("liar", rateInMinor)], "GBP", NOW, policy)
    expect(with_(640_000_00n)).toMatchObject({
      rate: "64050.00",
      source: "median of bitstamp, coinbase, kraken",
    })
    expect(with_(1n)).toMatchObject({ rate: "64050.00", source: "median of bitstamp, coinbase, kraken" })
  })

  it("keeps a market exactly at the limit, and drops one a penny beyond it", () => {
    const around = (far: bigint) =>
      medianRate([ticker("a", 100_00n), ticker("b", 100_00n), ticker("c", far)], "GBP", NOW, policy)
    expect(around(105_00n).ok).toBe(true)
    expect(around(95_00n).ok).toBe(true)
    expect(around(105_01n)).toMatchObject({ ok: false, accepted: ["a", "b"], outliers: ["c"] })
    expect(around(94_99n)).toMatchObject({ ok: false, accepted: ["a", "b"], outliers: ["c"] })
  })

  it("is unknown when one of three is an outlier, with only two markets, and with none", () => {
    const liar = ticker("liar", 32_000_00n)
    expect(medianRate([...three.slice(1), liar], "GBP", NOW, policy)).toMatchObject({
      ok: false,
      outliers: ["liar"],
    })
    expect(medianRate(three.slice(1), "GBP", NOW, policy).ok).toBe(false)
    expect(medianRate([], "GBP", NOW, policy)).toEqual({
      ok: false,
      because: "too_few_sources",
      accepted: [],
      stale: [],
      outliers: [],
    })
  })
})

describe("for any markets", () => {
  const price = fc.bigInt({ min: 20_000_00n, max: 200_000_00n })
  const near = fc.bigInt({ min: 60_000_00n, max: 64_000_00n })
  const age = fc.integer({ min: -MINUTE, max: 10 * MINUTE })
  const market = (rateInMinor: fc.Arbitrary<bigint>) =>
    fc.record({ rateInMinor, asOf: age.map((ms) => NOW - ms) })
  const markets = fc
    .array(market(fc.oneof(price, near)), { minLength: 3, maxLength: 9 })
    .map((all) => all.map((one, index) => ({ ...one, source: `m${index}` })))
  const percent = fc
    .integer({ min: 0, max: 999_999 })
    .map((share) => `${Math.floor(share / 10_000)}.${String(share % 10_000).padStart(4, "0")}`)

  it("lies between the lowest and the highest that were accepted", () => {
    fc.assert(
      fc.property(markets, (tickers) => {
        const answer = medianRate(tickers, "GBP", NOW, policy)
        fc.pre(answer.ok)
        const accepted = acceptedIn(answer, tickers)
        expect(accepted.length).toBeGreaterThanOrEqual(3)
        expect(parseMinorUnits(rateOf(answer), "GBP") >= lowest(accepted)).toBe(true)
        expect(parseMinorUnits(rateOf(answer), "GBP") <= highest(accepted)).toBe(true)
      }),
    )
  })

  it("does not depend on the order in which they answered", () => {
    const shuffled = markets.chain((tickers) =>
      fc.tuple(fc.constant(tickers), fc.shuffledSubarray(tickers, { minLength: tickers.length })),
    )
    fc.assert(
      fc.property(shuffled, ([tickers, others]) => {
        expect(medianRate(others, "GBP", NOW, policy)).toEqual(medianRate(tickers, "GBP", NOW, policy))
      }),
    )
  })

  it("is never moved beyond the honest ones by one liar among four", () => {
    const lie = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 11n }), near)
    fc.assert(
      fc.property(fc.tuple(near, near, near), lie, ([first, second, third], lied) => {
        const honest = [ticker("a", first), ticker("b", second), ticker("c", third)]
        const answer = medianRate([...honest, ticker("liar", lied)], "GBP", NOW, policy)
        fc.pre(answer.ok)
        expect(parseMinorUnits(rateOf(answer), "GBP") >= lowest(honest)).toBe(true)
        expect(parseMinorUnits(rateOf(answer), "GBP") <= highest(honest)).toBe(true)
      }),
    )
  })

  it("stays known whatever one liar says, while three others agree", () => {
    const close = fc.bigInt({ min: 63_000_00n, max: 64_000_00n })
    fc.assert(
      fc.property(fc.tuple(close, close, close), fc.bigInt({ min: 1n, max: 10n ** 11n }), (honest, lied) => {
        const tickers = honest.map((rateInMinor, index) => ticker(`m${index}`, rateInMinor))
        expect(medianRate([...tickers, ticker("liar", lied)], "GBP", NOW, policy).ok).toBe(true)
      }),
    )
  })

  it("takes off the spread to the penny: never less, and never a whole penny more", () => {
    fc.assert(
      fc.property(near, percent, (rateInMinor, spread) => {
        const same = ["a", "b", "c"].map((source) => ticker(source, rateInMinor))
        const rate = rateOf(medianRate(same, "GBP", NOW, { ...policy, spread: parsePercent(spread) }))
        const left = rateInMinor * (1_000_000n - parsePercent(spread))
        const asked = rate === "0.00" ? 0n : parseMinorUnits(rate, "GBP")
        expect(asked * 1_000_000n <= left).toBe(true)
        expect((asked + 1n) * 1_000_000n > left).toBe(true)
      }),
    )
  })

  it("gives a rate that a quote takes, whose satoshis are worth the price at the market's own median", () => {
    fc.assert(
      fc.property(markets, fc.bigInt({ min: 1n, max: 10_000_00n }), (tickers, priceMinor) => {
        const answer = medianRate(tickers, "GBP", NOW, policy)
        fc.pre(answer.ok)
        const accepted = acceptedIn(answer, tickers)
          .map(({ rateInMinor }) => rateInMinor)
          .sort((left, right) => (left < right ? -1 : 1))
        const lower = accepted[Math.floor((accepted.length - 1) / 2)] ?? 0n
        const upper = accepted[Math.floor(accepted.length / 2)] ?? 0n
        const worthTwice =
          quoteSatoshis(priceMinor, { rate: rateOf(answer), currency: "GBP" }) * (lower + upper)
        expect(worthTwice >= 2n * priceMinor * 100_000_000n).toBe(true)
      }),
    )
  })
})

describe("a percentage", () => {
  it.each([
    ["0", 0n],
    ["1.5", 15_000n],
    ["99.9999", 999_999n],
  ])("reads %s", (text, share) => expect(parsePercent(text)).toBe(share))

  it.each(["", "-1", "100", "1.23456", "1e1", "1,5", "NaN", " 1"])("refuses '%s'", (text) =>
    expect(() => parsePercent(text)).toThrow(RangeError),
  )
})
