import { expect, it } from "vitest"
import { typedPence } from "./format"

it.each([
  ["5", 500],
  ["£5.5", 550],
  [" 12.05 ", 1205],
  ["0.1", 10],
  ["", null],
  ["1.234", null],
  ["-1", null],
  ["1e3", null],
])("'%s' typed as pounds is %s pence", (text, pence) => {
  expect(typedPence(text)).toBe(pence)
})
