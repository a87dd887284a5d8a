import { expect, it } from "vitest"
import { btc } from "./formats"

it.each([
  ["0", "0.00000000"],
  ["1", "0.00000001"],
  ["31250", "0.00031250"],
  ["100000000", "1.00000000"],
  ["2100000000000000", "21000000.00000000"],
])("%s satoshis are %s bitcoin", (satoshis, bitcoin) => {
  expect(btc(BigInt(satoshis))).toBe(bitcoin)
})
