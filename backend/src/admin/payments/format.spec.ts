import { expect, it } from "vitest"
import { satoshis, typedPence, typedSats } from "./format"

it.each([
  ["0", "0 sats"],
  ["12500", "12,500 sats"],
  ["2100000000000000", "2,100,000,000,000,000 sats"],
])("%s satoshis are shown as %s", (sats, asSats) => {
  expect(satoshis(sats)).toBe(asSats)
})

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

it.each([
  ["0.000125", "12500"],
  ["1", "100000000"],
  ["0.00000001", "1"],
  ["0", null],
  ["0.000000001", null],
  [".5", null],
])("'%s' typed as bitcoin is %s satoshis", (text, sats) => {
  expect(typedSats(text)).toBe(sats)
})
