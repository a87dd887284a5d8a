import { describe, expect, it } from "vitest"
import { CurrencyNotTaken, RateUnavailable } from "../ports/rate-source"
import { rateSettingsSchema, ratesOf } from "./rates"

const ownRates = (priceOf: unknown) =>
  ratesOf(
    rateSettingsSchema.parse({ kind: "own", priceOf }),
    () => 7,
    () => undefined,
  )

describe("an own rate function", () => {
  it("answers for each currency, at once or later", async () => {
    const rates = ownRates((currency: string) =>
      currency === "JPY" ? "8000000" : Promise.resolve("64050.00"),
    )
    expect(await rates.current("GBP")).toEqual({ rate: "64050.00", currency: "GBP", source: "own", asOf: 7 })
    expect(await rates.current("JPY")).toMatchObject({ rate: "8000000" })
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
