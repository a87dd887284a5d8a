import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { TEST_TIMEOUT } from "../testing/runs"
import { evaluateByTwo, requiredSources, type SecondOpinion } from "./agreement"
import { evaluate } from "./evaluate"
import type { Invoice } from "./invoice"
import type { TrackedOutput } from "./observe"
import { DEFAULT_POLICY } from "./policy"
import { satoshis, sumSatoshis } from "./satoshis"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const invoice: Invoice = {
  due: satoshis(1000n),
  tolerance: satoshis(0n),
  priceMinor: 200_00n,
  createdAt: HOUR,
  expiresAt: 2 * HOUR,
  firstBlockBy: 8 * HOUR,
  requiredConfirmations: 3,
  closed: null,
  captured: false,
  accepted: null,
  returned: null,
  decidedSurplusMinor: 0n,
  rate: "40000",
  currency: "GBP",
}
const HEIGHT = 100

type Shown = SecondOpinion["outputs"][number]
const output = (txid: string, amount: bigint, height: number | null, branch = ""): Shown => ({
  ...{ txid, vout: 0, amount: satoshis(amount), height },
  status: height === null ? "mempool" : "confirmed",
  blockHash: height === null ? null : `block ${height}${branch}`,
})
const tracked = (shown: Shown, seenAt = HOUR + MINUTE): TrackedOutput => ({
  ...shown,
  ...{ seenAt, firstBlockAt: shown.height === null ? null : seenAt, replaces: [], missing: null },
})
const decide = (
  first: readonly Shown[],
  second: readonly Shown[],
  over: { observedAt?: number; secondHeight?: number; seenAt?: number; invoice?: Partial<Invoice> } = {},
) =>
  evaluateByTwo(
    { ...invoice, ...over.invoice },
    { source: "The node", outputs: first.map((shown) => tracked(shown, over.seenAt)) },
    { source: "The Esplora", height: over.secondHeight ?? HEIGHT, outputs: second },
    { height: HEIGHT, observedAt: over.observedAt ?? 90 * MINUTE },
    DEFAULT_POLICY,
  )
const deep = output("a", 1000n, 98)

describe("an invoice that two sources must agree about", () => {
  it("is one from the limit on, to the penny", () => {
    const sources = (priceMinor: bigint, currency = "GBP") =>
      requiredSources({ priceMinor, currency }, { GBP: 100, JPY: 20_000 })
    expect([99_99n, 100_00n, 100_01n].map((pence) => sources(pence))).toEqual([1, 2, 2])
    expect([19_999n, 20_000n].map((yen) => sources(yen, "JPY"))).toEqual([1, 2])
    expect(requiredSources({ priceMinor: 1n, currency: "GBP" }, { GBP: 0 })).toBe(2)
  })

  it("is every one in a currency without a limit", () => {
    expect(requiredSources({ priceMinor: 1n, currency: "EUR" }, { GBP: 100 })).toBe(2)
  })

  it("settles by what both show, with the depth that both give it", () => {
    expect(decide([deep], [deep])).toMatchObject({ verdict: { state: "confirmed", received: 1000n } })
    expect(decide([deep], [deep], { secondHeight: 99 })).toMatchObject({
      verdict: { state: "confirming", confirmations: 2 },
    })
    const more = output("b", 700n, 98)
    for (const [first, second] of [
      [[deep, more], [deep]],
      [[deep], [deep, more]],
    ] as const)
      expect(decide(first, second)).toMatchObject({ verdict: { state: "confirmed", received: 1000n } })
  })

  it.each([
    ["one shows nothing", [deep], []],
    ["the other shows nothing", [], [deep]],
    ["another amount", [deep], [{ ...deep, amount: satoshis(2000n) }]],
    ["another block", [deep], [output("a", 1000n, 98, " of a branch")]],
    ["in no block", [deep], [output("a", 1000n, null)]],
    ["another transaction", [output("a", 1000n, null)], [output("b", 1000n, null)]],
  ] as const)("%s: nothing changes, before and after the quote's end", (_what, first, second) => {
    for (const observedAt of [90 * MINUTE, 3 * HOUR])
      expect(decide(first, second, { observedAt })).toHaveProperty("dispute")
  })

  it("says which source says what", () => {
    expect(decide([deep], [])).toEqual({
      dispute: "The node shows 1000 satoshis in a:0, in block 98; The Esplora shows no payment",
    })
  })

  it("does not expire because the first source says that the money came late, or before the order", () => {
    const over = { observedAt: 3 * HOUR }
    for (const [output, seenAt] of [
      [deep, HOUR - 1],
      [{ ...deep, height: 100 }, 3 * HOUR],
    ] as const)
      expect(decide([output], [output], { ...over, seenAt })).toMatchObject({ verdict: { state: "review" } })
  })

  it("does not depend on dust", () => {
    expect(decide([deep], [deep, output("b", 293n, 98)])).toMatchObject({ verdict: { state: "confirmed" } })
    expect(decide([], [output("b", 293n, null)], { observedAt: 3 * HOUR })).toMatchObject({
      verdict: { state: "expired" },
    })
    expect(decide([], [output("b", 294n, null)], { observedAt: 3 * HOUR })).toHaveProperty("dispute")
    const smallest = output("b", 294n, 98)
    expect(decide([smallest], [smallest], { observedAt: 3 * HOUR, seenAt: HOUR - 1 })).toMatchObject({
      verdict: { state: "review" },
    })
  })

  it("goes to a person when only one has an unconfirmed payment after the first-block limit", () => {
    const unconfirmed = output("a", 1000n, null)
    for (const [first, second] of [
      [[unconfirmed], []],
      [[], [unconfirmed]],
    ] as const) {
      expect(decide(first, second, { observedAt: 8 * HOUR })).toHaveProperty("dispute")
      expect(decide(first, second, { observedAt: 8 * HOUR + 1 })).toMatchObject({
        verdict: { state: "review" },
      })
    }
    expect(decide([deep], [], { observedAt: 9 * HOUR })).toHaveProperty("dispute")
    // One of them calls the same output dust.
    const dust = { ...unconfirmed, amount: satoshis(293n) }
    expect(decide([dust], [unconfirmed], { observedAt: 9 * HOUR })).toMatchObject({
      verdict: { state: "review" },
    })
  })

  it("does not depend on what both have lost, and is not decided while the first may get it back", () => {
    const lost = tracked(output("a", 1000n, null))
    const view = { height: HEIGHT, observedAt: 3 * HOUR }
    const other = { source: "The Esplora", height: HEIGHT, outputs: [] }
    const decided = (known: TrackedOutput) =>
      evaluateByTwo(invoice, { source: "The node", outputs: [known] }, other, view, DEFAULT_POLICY)
    expect(decided({ ...lost, status: "gone" })).toMatchObject({ verdict: { state: "expired" } })
    expect(decided({ ...lost, missing: { since: 2 * HOUR, height: HEIGHT } })).toEqual({ verdict: null })
  })

  it("stays captured while one says that the payment is gone", () => {
    expect(decide([], [deep], { invoice: { captured: true } })).toHaveProperty("dispute")
    expect(decide([], [], { invoice: { captured: true } })).toMatchObject({ verdict: { state: "review" } })
  })
})

describe("whatever the two sources say", TEST_TIMEOUT, () => {
  const shown = fc.uniqueArray(
    fc
      .tuple(
        fc.constantFrom("a", "b", "c"),
        fc.constantFrom(293n, 294n, 500n, 1000n, 2000n),
        fc.option(fc.integer({ min: 90, max: 101 })),
        fc.constantFrom("", " of a branch"),
      )
      .map(([txid, amount, height, branch]) => output(txid, amount, height, branch)),
    { selector: ({ txid }) => txid },
  )
  const moment = fc.integer({ min: HOUR, max: 10 * HOUR })
  const height = fc.integer({ min: 95, max: 105 })
  const alone = (outputs: readonly Shown[], at: number, observedAt: number) =>
    evaluate(
      invoice,
      outputs.map((each) => tracked(each)),
      { height: at, observedAt },
      DEFAULT_POLICY,
    )
  const worthOf = (outputs: readonly Shown[]) =>
    sumSatoshis(outputs.map(({ amount }) => amount).filter((amount) => amount >= 294n))

  it("neither alone settles it, and the amount is not more than either shows", () => {
    fc.assert(
      fc.property(shown, shown, moment, height, (first, second, observedAt, secondHeight) => {
        const result = decide(first, second, { observedAt, secondHeight })
        if (!("verdict" in result) || result.verdict?.state !== "confirmed") return
        expect(alone(first, HEIGHT, observedAt).state).toBe("confirmed")
        expect(alone(second, secondHeight, observedAt).state).toBe("confirmed")
        expect(result.verdict.received).toBeLessThanOrEqual(worthOf(first))
        expect(result.verdict.received).toBeLessThanOrEqual(worthOf(second))
      }),
    )
  })

  it("it expires only if neither shows money", () => {
    fc.assert(
      fc.property(shown, shown, moment, moment, height, (first, second, seenAt, observedAt, secondHeight) => {
        const result = decide(first, second, { observedAt, secondHeight, seenAt: seenAt - MINUTE })
        if (!("verdict" in result) || result.verdict?.state !== "expired") return
        expect([worthOf(first), worthOf(second)]).toEqual([0n, 0n])
      }),
    )
  })

  it("two that say the same decide as one does", () => {
    fc.assert(
      fc.property(shown, moment, (outputs, observedAt) => {
        expect(decide(outputs, outputs, { observedAt })).toEqual({
          verdict: alone(outputs, HEIGHT, observedAt),
        })
      }),
    )
  })
})
