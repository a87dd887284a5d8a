import { describe, expect, it } from "vitest"
import { parseAmount, toBitcoin } from "./amount.js"

describe("an amount on the command line", () => {
  it.each([
    ["0.0025", 250_000n],
    ["0.00000001", 1n],
    ["1", 100_000_000n],
    ["0.29 BTC", 29_000_000n],
    ["5000sats", 5000n],
    ["5,000 sat", 5000n],
  ])("%s is %s satoshis", (text, sats) => expect(parseAmount(text)).toBe(sats))

  it.each(["", "0", "-1", "0.000000001", "1e3", "sats", "£5", "21000001", "0sats", ".5"])(
    "%s is refused",
    (text) => expect(parseAmount(text)).toBeUndefined(),
  )

  it("is shown with eight decimals", () => expect(toBitcoin(250_001n)).toBe("0.00250001"))
})
