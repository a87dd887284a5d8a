import { expect, it } from "vitest"
import { TEST_DESCRIPTOR } from "./adapters/testing/test-descriptor"
import { readOptions } from "./options"

const options = {
  network: "regtest",
  descriptor: TEST_DESCRIPTOR,
  source: [{ kind: "esplora", url: "http://127.0.0.1:1" }],
  rates: { kind: "fixed", perBitcoin: { GBP: "40000" } },
}

it("tolerate 5 minor units and 1 % unless they say otherwise, and nothing with 0", () => {
  expect(readOptions(options)).toMatchObject({ toleranceMinor: 5, tolerancePercent: "1" })
  const strict = { toleranceMinor: 0, tolerancePercent: "0" }
  expect(readOptions({ ...options, ...strict })).toMatchObject(strict)
})

it.each([
  ["toleranceMinor", 2.5, "needs a whole number of minor units, 0 or more"],
  ["toleranceMinor", -1, "needs a whole number of minor units, 0 or more"],
  ["toleranceMinor", "5", "needs a whole number of minor units, 0 or more"],
  ["tolerancePercent", "1 %", "needs a percentage like 1.5"],
  ["tolerancePercent", "100", "needs a percentage like 1.5"],
])("refuse %s: %j", (option, value, sentence) => {
  expect(() => readOptions({ ...options, [option]: value })).toThrow(`${sentence}\n  → at ${option}`)
})
