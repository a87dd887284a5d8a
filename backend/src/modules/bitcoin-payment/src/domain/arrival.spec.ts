import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { momentBetween, splitByArrival } from "./arrival"
import type { Output } from "./invoice"
import { satoshis } from "./satoshis"

const MINUTE = 60_000

describe("when something that is new in a poll happened", () => {
  it("within a minute between two polls: at the first of them, whatever the source says", () => {
    expect(momentBetween(1000, 1000 + MINUTE, [null])).toBe(1000)
    expect(momentBetween(1000, 1000 + MINUTE, [30_000])).toBe(1000)
  })

  it("after a longer gap: a minute before we saw it, unless the source knows an earlier time", () => {
    expect(momentBetween(1000, 9000 + MINUTE, [null])).toBe(9000)
    expect(momentBetween(1000, 9000 + MINUTE, [30_000])).toBe(9000)
    expect(momentBetween(1000, 9000 + MINUTE, [8000, null, 5000])).toBe(5000)
  })

  it("never before the poll that did not see it, whatever the source's clock says", () => {
    expect(momentBetween(1000, 9000 + MINUTE, [1])).toBe(1000)
  })

  it("is always between the two polls", () => {
    const time = fc.nat(10 * MINUTE)
    fc.assert(
      fc.property(time, time, fc.array(fc.option(time)), (lastPollAt, gap, known) => {
        const moment = momentBetween(lastPollAt, lastPollAt + gap, known)
        expect(moment).toBeGreaterThanOrEqual(lastPollAt)
        expect(moment).toBeLessThanOrEqual(lastPollAt + gap)
      }),
    )
  })
})

const output = (name: string, amount: bigint, seenAt: number, over: Partial<Output> = {}): Output => ({
  txid: name,
  vout: 0,
  amount: satoshis(amount),
  status: "mempool",
  height: null,
  seenAt,
  firstBlockAt: null,
  replaces: [],
  ...over,
})
const lost = { status: "conflicted" } as const
const split = (...outputs: Output[]) =>
  splitByArrival(outputs).map(({ txid, amount, seenAt }) => [txid, amount, seenAt])

describe("a replacement", () => {
  it("of the same or a smaller amount has the time of what it replaces", () => {
    const old = output("a", 500n, 10, lost)
    expect(split(old, output("b", 500n, 90, { replaces: ["a:0"] }))).toEqual([["b", 500n, 10]])
    expect(split(old, output("b", 200n, 90, { replaces: ["a:0"] }))).toEqual([["b", 200n, 10]])
  })

  it("of a larger amount has it for that amount; the rest arrived when it did", () => {
    const both = [output("a", 294n, 10, lost), output("b", 5_000n, 90, { replaces: ["a:0"] })]
    expect(split(...both)).toEqual([
      ["b", 294n, 10],
      ["b", 4_706n, 90],
    ])
  })

  it("of a replacement keeps the time of each part, once", () => {
    const old = output("a", 300n, 10, lost)
    const more = output("b", 500n, 50, { ...lost, replaces: ["a:0"] })
    const first = output("c", 400n, 90, { replaces: ["b:0"] })
    const second = output("d", 400n, 90, { replaces: ["b:0"] })
    expect(split(old, more, first, second)).toEqual([
      ["c", 300n, 10],
      ["c", 100n, 50],
      ["d", 100n, 50],
      ["d", 300n, 90],
    ])
  })

  it("of a replacement does not also inherit from what that one replaced", () => {
    const old = output("a", 500n, 10, lost)
    const same = output("b", 500n, 50, { ...lost, replaces: ["a:0"] })
    // The loss of `a` was believed only as `c` appeared.
    expect(split(old, same, output("c", 501n, 90, { replaces: ["a:0", "b:0"] }))).toEqual([
      ["c", 500n, 10],
      ["c", 1n, 90],
    ])
  })

  it("of what is found again keeps nothing: both are there", () => {
    expect(split(output("a", 500n, 10), output("b", 500n, 90, { replaces: ["a:0"] }))).toEqual([
      ["a", 500n, 10],
      ["b", 500n, 90],
    ])
  })

  it("does not inherit that a block held what it replaces", () => {
    const mined = output("a", 500n, 10, { ...lost, firstBlockAt: 20 })
    expect(splitByArrival([mined, output("b", 500n, 90, { replaces: ["a:0"] })])).toMatchObject([
      { txid: "b", firstBlockAt: null },
    ])
  })

  it("whatever replaces what: the parts of the live outputs are their amounts, in any order of the facts", () => {
    const any = fc
      .record({
        amount: fc.bigInt({ min: 0n, max: 1_000n }).map(satoshis),
        seenAt: fc.nat(100),
        status: fc.constantFrom<Output["status"][]>("mempool", "confirmed", "conflicted", "gone"),
        replaces: fc.uniqueArray(fc.constantFrom("0:0", "1:0", "2:0", "3:0"), { maxLength: 2 }),
      })
      .map((made) => output("", 0n, 0, made))
    const outputs = fc
      .array(any, { maxLength: 6 })
      .map((all) => all.map((each, index) => ({ ...each, txid: String(index) })))
    const shuffled = outputs.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([all, others]) => {
        const parts = splitByArrival(all)
        expect(splitByArrival(others)).toEqual(parts)
        expect(parts.every((part) => part.amount > 0n)).toBe(true)
        for (const { txid, amount, status } of all) {
          const sum = parts
            .filter((part) => part.txid === txid)
            .reduce((total, part) => total + part.amount, 0n)
          expect(sum).toBe(status === "mempool" || status === "confirmed" ? amount : 0n)
        }
        const early = (seenAt: number) =>
          parts.filter((part) => part.seenAt <= seenAt).reduce((total, part) => total + part.amount, 0n)
        const sent = (seenAt: number) =>
          all.filter((each) => each.seenAt <= seenAt).reduce((total, each) => total + each.amount, 0n)
        for (const { seenAt } of all) expect(early(seenAt)).toBeLessThanOrEqual(sent(seenAt))
      }),
    )
  })
})
