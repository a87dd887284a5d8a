import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { paymentUri } from "./payment-uri"
import { formatBitcoin, lessSatoshis, satoshis, sumSatoshis } from "./satoshis"

/** Far beyond 2⁵³ and beyond all the bitcoin there will be: a float would show. */
const amount = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(satoshis)
/** Read back without any float: eight decimals are satoshis. */
const read = (bitcoin: string) => {
  const [whole = "", fraction = ""] = bitcoin.split(".")
  return BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, "0"))
}

describe("satoshis", () => {
  it("are never negative", () => {
    expect(satoshis(0n)).toBe(0n)
    expect(() => satoshis(-1n)).toThrow(RangeError)
  })

  it("add up exactly, and take away down to nothing", () => {
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const sum = sumSatoshis([left, right])
        expect(sum).toBe(left + right)
        expect(lessSatoshis(sum, right)).toBe(left)
        expect(lessSatoshis(right, sum)).toBe(0n)
      }),
    )
  })

  it("are shown with eight decimals and read back as the same integer", () => {
    expect(formatBitcoin(satoshis(62_500n))).toBe("0.00062500")
    expect(formatBitcoin(satoshis(0n))).toBe("0.00000000")
    fc.assert(
      fc.property(amount, (satoshi) => {
        expect(formatBitcoin(satoshi)).toMatch(/^(0|[1-9]\d*)\.\d{8}$/)
        expect(read(formatBitcoin(satoshi))).toBe(satoshi)
      }),
    )
  })
})

describe("a payment URI", () => {
  it("is BIP21: the address, the shortest decimal of the amount, the label escaped", () => {
    expect(paymentUri("bcrt1qexample", satoshis(62_500n), "Bramble & Comb")).toBe(
      "bitcoin:bcrt1qexample?amount=0.000625&label=Bramble%20%26%20Comb",
    )
    expect(paymentUri("bcrt1qexample", satoshis(1_000_000_000n), "x")).toBe(
      "bitcoin:bcrt1qexample?amount=10&label=x",
    )
    expect(paymentUri("bc1qbuyer", satoshis(35_125n))).toBe("bitcoin:bc1qbuyer?amount=0.00035125")
  })

  it("asks for exactly the amount, in whichever way a wallet reads it", () => {
    fc.assert(
      fc.property(amount, fc.string({ unit: "grapheme" }), (satoshi, label) => {
        const query = new URLSearchParams(paymentUri("bc1qexample", satoshi, label).split("?")[1])
        expect(read(query.get("amount") ?? "")).toBe(satoshi)
        expect(query.get("label")).toBe(label)
        expect([...query.keys()]).toEqual(["amount", "label"])
      }),
    )
  })
})
