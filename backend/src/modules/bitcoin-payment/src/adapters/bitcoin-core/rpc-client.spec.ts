import { describe, expect, it } from "vitest"
import { sinceBlockSchema, receivedAmountSchema } from "./answers"
import { readMark, writeMark } from "./scan-mark"
import { RpcRefusal } from "./unavailable"

describe("the node's decimals", () => {
  it("become exactly the satoshis that they were made of", () => {
    let state = 1
    for (let round = 0; round < 100_000; round += 1) {
      state = (state * 48_271) % 2_147_483_647
      const sats = BigInt(state) * 977n
      const digits = sats.toString().padStart(9, "0")
      const json: unknown = JSON.parse(`${BigInt(digits.slice(0, -8))}.${digits.slice(-8)}`)
      expect(receivedAmountSchema.parse(json)).toBe(sats)
    }
    expect(receivedAmountSchema.parse(20_999_999.9769)).toBe(2_099_999_997_690_000n)
    expect(receivedAmountSchema.parse(1e-8)).toBe(1n)
  })

  it("are refused below zero and beyond all the coins there can be", () => {
    expect(receivedAmountSchema.safeParse(-1e-8).success).toBe(false)
    expect(receivedAmountSchema.safeParse(21_000_001).success).toBe(false)
  })
})

describe("a list of transactions", () => {
  it("is refused as a whole when an entry of ours makes no sense, instead of losing the entry", () => {
    const entry = {
      category: "receive",
      timereceived: 1_700_000_000,
      txid: "ab".repeat(32),
      vout: 0,
      address: "bcrt1q",
      amount: 0.1,
      confirmations: 0,
    }
    const list = (one: object) => sinceBlockSchema.safeParse({ transactions: [one], removed: [] })
    expect(list(entry).data?.transactions).toHaveLength(1)
    expect(list({ ...entry, category: "send" }).data?.transactions).toEqual([])
    expect(list({ ...entry, amount: "a lot" }).success).toBe(false)
    expect(list({ ...entry, confirmations: undefined }).success).toBe(false)
  })
})

describe("a refusal", () => {
  it("repeats no key of the wallet", () => {
    const key = `tpub${"D6NzVbkrYhZ4".repeat(9)}`
    const { message } = new RpcRefusal("importdescriptors", -5, `Invalid descriptor: wpkh(${key}/0/*)`)
    expect(message).toContain("it refused importdescriptors (-5): Invalid descriptor: wpkh(tpub…/0/*)")
  })
})

describe("the mark of the search", () => {
  it("reads as it was written, and nothing else does", () => {
    for (const mark of [
      { wallet: "", end: 2000, next: null },
      { wallet: "0a1b", end: -1, next: { end: 2000, height: -1 } },
      { wallet: "0a1b", end: 2000, next: { end: 6000, height: 812_345 } },
    ])
      expect(readMark(["something of the owner's", writeMark(mark)])).toEqual(mark)
    expect(readMark([])).toBeNull()
    expect(readMark(["scanned to everything", ""])).toBeNull()
  })
})
