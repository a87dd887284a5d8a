import { describe, expect, it } from "vitest"
import { formatsFor, localeOf } from "./formats"

/** `Intl` separates with spaces that do not break. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ")

describe("the admin's language", () => {
  it.each([
    ["en", ["de-DE", "en-GB"], "en-GB"],
    ["en", ["de-DE"], "en"],
    ["ptBR", ["pt-PT"], "pt-BR"],
    ["de", [], "de"],
    ["en", ["en-US@posix"], "en"],
    ["en", ["en-US@posix", "en-GB"], "en-GB"],
    ["not a language", [], "en"],
  ])("%s in a browser of %j is formatted as %s", (language, ofBrowser, locale) => {
    expect(localeOf(language, ofBrowser)).toBe(locale)
  })
})

describe("amounts", () => {
  it.each([
    ["en", "1234.50", "GBP", "£1,234.50"],
    ["de", "1234.50", "EUR", "1.234,50 €"],
    ["en", "2400", "JPY", "¥2,400"],
    ["en", "1.234", "KWD", "KWD 1.234"],
  ])(
    "of money in %s have the currency's own decimals: %s %s is %s",
    (language, amount, currency, written) => {
      expect(plain(formatsFor(language, []).money(amount, currency))).toBe(written)
    },
  )

  it("of bitcoin have eight decimals, up to all there are", () => {
    expect(formatsFor("en", []).btc("30850")).toBe("0.00030850 BTC")
    expect(formatsFor("de", []).btc("2099999999999999")).toBe("20.999.999,99999999 BTC")
  })

  it("are typed with the language's own decimal point", () => {
    expect(formatsFor("de", []).typed("12.50")).toBe("12,50")
    expect(formatsFor("en", []).typed("12.50")).toBe("12.50")
  })
})
