import { expect, it } from "vitest"
import { t } from "./testing"

// Medusa's name for British English, enGB, is none that the plural rules know: they are those of English.
it.each([
  [0, "No addresses were given out so far."],
  [1, "1 address was given out so far."],
  [2, "2 addresses were given out so far."],
])("says %i addresses as English does", (count, text) => {
  expect(t("wallet.given", { count })).toBe(text)
})

it("shows what a buyer typed as it is", () => {
  const text = "<b>$t(common.save)</b> {{count}}"
  expect(t("today.search.none", { text })).toContain(`No order has “${text}” as`)
})
