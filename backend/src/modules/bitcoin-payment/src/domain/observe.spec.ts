import { describe, expect, it } from "vitest"
import { MISSING_AT_MOST, observe, type FoundOutput, type Observation, type TrackedOutput } from "./observe"
import { satoshis } from "./satoshis"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = 10 * HOUR

const found = (txid: string, over: Partial<FoundOutput> = {}): FoundOutput => ({
  txid,
  vout: 0,
  amount: satoshis(500n),
  status: "mempool",
  height: null,
  blockHash: null,
  blockTime: null,
  heardAt: null,
  ...over,
})
const inBlock = { status: "confirmed", height: 500, blockHash: "00", blockTime: START + MINUTE } as const
const poll = (over: Partial<Observation> = {}): Observation => ({
  present: [],
  lost: [],
  lastPollAt: START,
  startedAt: START + HOUR,
  height: 500,
  openedAt: START - HOUR,
  openedAtHeight: 490,
  expiresAt: START - 1000,
  graceMs: 0,
  ...over,
})
const first = (...present: FoundOutput[]) =>
  observe([], poll({ present, lastPollAt: START - 1000, startedAt: START }))
const one = (outputs: readonly TrackedOutput[]): TrackedOutput => {
  const [output] = outputs
  if (output === undefined || outputs.length > 1)
    throw new Error(`Expected one output, not ${outputs.length}.`)
  return output
}

describe("an invoice's outputs after a poll", () => {
  it("are the same objects when nothing changed, said once or twice", () => {
    const known = first(found("a"))
    const again = observe(known, poll({ present: [found("a"), found("a")] }))
    expect(one(again)).toBe(known[0])
  })

  it("keep when a block first held them, through a reorganisation", () => {
    const known = first(found("a"))
    const mined = observe(known, poll({ present: [found("a", inBlock)] }))
    expect(one(mined)).toMatchObject({ status: "confirmed", firstBlockAt: START + MINUTE })
    const back = observe(mined, poll({ present: [found("a")], startedAt: START + 2 * HOUR }))
    expect(one(back)).toMatchObject({ status: "mempool", height: null, firstBlockAt: START + MINUTE })
    const other = { ...inBlock, height: 501, blockHash: "01", blockTime: START + 3 * HOUR }
    const again = observe(back, poll({ present: [found("a", other)], startedAt: START + 3 * HOUR }))
    expect(one(again)).toMatchObject({ height: 501, firstBlockAt: START + MINUTE })
  })

  it("arrived when the source first heard of them, though a block took them later and we looked later still", () => {
    const heard = (heardAt: number) =>
      one(observe([], poll({ present: [found("a", { ...inBlock, heardAt })] }))).seenAt
    expect(heard(START + 1000)).toBe(START + 1000)
    expect(heard(START - HOUR)).toBe(START)
    expect(heard(START + 2 * HOUR)).toBe(START + MINUTE)
  })

  it("came by the quote's end, if the first poll after it is within the grace and the source does not know when", () => {
    const expiresAt = START + 10 * MINUTE
    const seenAt = (over: Partial<Observation>, output: Partial<FoundOutput> = {}) =>
      one(observe([], poll({ present: [found("a", output)], expiresAt, graceMs: 15 * MINUTE, ...over })))
        .seenAt
    const inGrace = { startedAt: expiresAt + 15 * MINUTE }
    expect(seenAt(inGrace)).toBe(expiresAt)
    expect(seenAt(inGrace, { ...inBlock, blockTime: expiresAt + 5 * MINUTE })).toBe(expiresAt)
    expect(seenAt(inGrace, { heardAt: expiresAt + MINUTE })).toBe(expiresAt + MINUTE)
    expect(seenAt({ startedAt: expiresAt + 15 * MINUTE + 1 })).toBe(expiresAt + 14 * MINUTE + 1)
    expect(seenAt({ ...inGrace, lastPollAt: expiresAt + 1 })).toBe(expiresAt + 1)
    expect(seenAt({ startedAt: expiresAt - MINUTE })).toBe(expiresAt - 2 * MINUTE)
  })

  it("were sent before the invoice was opened, if a block held them by then or the source knew them", () => {
    const openedAt = START - HOUR
    const isEarlier = (over: Partial<FoundOutput>) =>
      one(observe([], poll({ present: [found("a", over)], lastPollAt: openedAt }))).seenAt < openedAt
    expect(isEarlier({ ...inBlock, height: 490 })).toBe(true)
    expect(isEarlier({ ...inBlock, height: 491 })).toBe(false)
    expect(isEarlier({ heardAt: openedAt - 2 * MINUTE - 1 })).toBe(true)
    // The clocks of shop and node may differ by two minutes.
    expect(isEarlier({ heardAt: openedAt - 2 * MINUTE })).toBe(false)
    // A node that rescans hears late of what an old block holds.
    expect(isEarlier({ ...inBlock, height: 490, heardAt: START })).toBe(true)
    const unknown = poll({ present: [found("a", { ...inBlock, height: 1 })], openedAtHeight: null })
    expect(one(observe([], unknown)).seenAt).toBeGreaterThan(openedAt)
  })

  it("were sent for the invoice, whatever the source's clock says, if a block above its opening holds them", () => {
    const openedAt = START - HOUR
    const heardAt = openedAt - 5 * HOUR
    const above = { ...inBlock, height: 491, heardAt }
    expect(one(observe([], poll({ present: [found("a", above)] }))).seenAt).toBe(START)
    // Misjudged while they were in no block.
    const waiting = observe([], poll({ present: [found("a", { heardAt })], lastPollAt: openedAt }))
    expect(one(waiting).seenAt).toBeLessThan(openedAt)
    expect(one(observe(waiting, poll({ present: [found("a", { heardAt })] })))).toBe(waiting[0])
    // The first poll after the opening showed them: in time, although their block came after the quote's end.
    expect(one(observe(waiting, poll({ present: [found("a", above)] })))).toMatchObject({
      ...{ status: "confirmed", seenAt: openedAt, firstBlockAt: START + MINUTE },
    })
    // Judged by a block, which a reorganisation took out.
    const below = found("a", { ...inBlock, height: 490, heardAt })
    const mined = observe([], poll({ present: [below], lastPollAt: openedAt }))
    expect(one(mined).seenAt).toBeLessThan(openedAt)
    expect(one(observe(mined, poll({ present: [found("a", above)] }))).seenAt).toBe(START)
  })

  it("were sent for the invoice, whatever the source's clock says, if a poll after its opening did not show them", () => {
    const openedAt = START - HOUR
    const heard = found("a", { heardAt: openedAt - 5 * HOUR })
    const seenAt = (lastPollAt: number) => one(observe([], poll({ present: [heard], lastPollAt }))).seenAt
    expect(seenAt(openedAt)).toBeLessThan(openedAt)
    expect(seenAt(openedAt + 1)).toBe(openedAt + 1)
  })

  const gone = (over: Partial<Observation> = {}) => poll({ lost: [{ txid: "a", status: "gone" }], ...over })

  it("are conflicted at once, and gone at the second miss if a block had held them or another one replaced them", () => {
    const mined = first(found("a", inBlock))
    const conflicted = poll({ lost: [{ txid: "a", status: "conflicted" }] })
    expect(one(observe(mined, conflicted))).toMatchObject({ status: "conflicted", missing: null })
    const once = observe(mined, gone())
    expect(one(once)).toMatchObject({
      status: "confirmed",
      missing: { since: START + HOUR, height: 500 },
    })
    expect(one(observe(once, gone()))).toMatchObject({ status: "gone", height: null, missing: null })
    expect(one(observe(once, poll({ present: [found("a", inBlock)] })))).toMatchObject({
      status: "confirmed",
      missing: null,
    })
    const replaced = observe(first(found("a")), gone({ present: [found("b")] }))
    expect(observe(replaced, gone({ present: [found("b")] }))).toMatchObject([
      { txid: "a", status: "gone" },
      { txid: "b", status: "mempool" },
    ])
  })

  it("stay after any number of misses while a node that lost its mempool may get them back", () => {
    let known = first(found("a"))
    const misses = [0, 1000, 60_000, MISSING_AT_MOST - 1]
    for (const after of misses) {
      known = observe(known, gone({ startedAt: START + HOUR + after }))
      expect(one(known)).toMatchObject({ status: "mempool", missing: { since: START + HOUR } })
    }
    const late = gone({ startedAt: START + HOUR + MISSING_AT_MOST })
    expect(one(observe(known, late))).toMatchObject({ status: "gone" })
    // A block came, and did not hold it.
    expect(one(observe(known, gone({ height: 501 })))).toMatchObject({ status: "gone" })
  })

  it("name what vanished as they appeared, also when the loss is believed later", () => {
    const known = first(found("a"))
    const appeared = poll({ present: [found("b")], lost: [{ txid: "a", status: "gone" }] })
    expect(observe(known, appeared)).toMatchObject([
      { txid: "a", missing: { height: 500 } },
      { txid: "b", replaces: ["a:0"] },
    ])
    const later = observe(observe(known, appeared), poll({ present: [found("b"), found("c")] }))
    expect(later).toMatchObject([
      { txid: "a" },
      { txid: "b", replaces: ["a:0"] },
      { txid: "c", replaces: [] },
    ])
  })
})
