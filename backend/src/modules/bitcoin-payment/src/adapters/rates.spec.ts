import { describe, expect, it } from "vitest"
import { CurrencyNotTaken, RateUnavailable } from "../ports/rate-source"
import { rateSettingsSchema, ratesOf } from "./rates"

const ownRates = (priceOf: unknown, clock = () => 7) =>
  ratesOf(rateSettingsSchema.parse({ kind: "own", priceOf }), clock, () => undefined)

describe("an own rate function", () => {
  it("answers for each currency, at once or later", async () => {
    const rates = ownRates((currency: string) =>
      currency === "JPY" ? "8000000" : Promise.resolve("64050.00"),
    )
    expect(await rates.current("GBP")).toEqual({ rate: "64050.00", currency: "GBP", source: "own", asOf: 7 })
    expect(await rates.current("JPY")).toMatchObject({ rate: "8000000" })
  })

  it("is asked once for all who want to know within five seconds, whatever it answers", async () => {
    let now = 0
    const asked: string[] = []
    const rates = ownRates(
      (currency: string) => {
        asked.push(currency)
        if (now === 0) throw new Error("closed")
        return "64050.00"
      },
      () => now,
    )
    const all = async () =>
      Promise.allSettled(["GBP", "EUR", "GBP"].map(async (currency) => rates.current(currency)))
    const failed = { status: "rejected" }
    expect(await all()).toMatchObject([failed, failed, failed])
    now = 4_999
    expect(await all()).toMatchObject([failed, failed, failed])
    expect(asked).toEqual(["GBP", "EUR"])
    now = 5_000
    expect(await all()).toMatchObject([
      { status: "fulfilled", value: { rate: "64050.00", asOf: 5_000 } },
      {},
      {},
    ])
    expect(asked).toEqual(["GBP", "EUR", "GBP", "EUR"])
  })

  it("takes no currency for which it answers null", async () => {
    await expect(ownRates(() => null).current("CHF")).rejects.toBeInstanceOf(CurrencyNotTaken)
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("closed")
      },
      "rates.priceOf(GBP): closed",
    ],
    ["fails", () => Promise.reject(new Error("closed")), "rates.priceOf(GBP): closed"],
    ["answers nothing", () => undefined, "rates.priceOf(GBP)"],
    ["answers a number", () => 64050, "rates.priceOf(GBP)"],
    ["answers more places than the currency has", () => "64050.001", "64050.001"],
    ["answers nothing above zero", () => "0", "Not a positive amount"],
  ])("leaves the rate unknown when it %s", async (_what, priceOf, sentence) => {
    const answer = ownRates(priceOf).current("GBP")
    await expect(answer).rejects.toBeInstanceOf(RateUnavailable)
    await expect(answer).rejects.toThrow(sentence)
  })

  it("is a function", () => {
    expect(() => ownRates("64050")).toThrow("needs a function of a currency")
  })
})
