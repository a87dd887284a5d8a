import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { evaluate } from "./evaluate"
import { isByHand, type ChainView, type Invoice, type Output } from "./invoice"
import { DEFAULT_POLICY } from "./policy"
import { satoshis } from "./satoshis"

const EXPIRES = 1_000_000
const FIRST_BLOCK_BY = 5_000_000
const GRACE = DEFAULT_POLICY.graceMs
const invoice = (over: Partial<Invoice> = {}): Invoice => ({
  due: satoshis(62_500n),
  tolerance: satoshis(0n),
  priceMinor: 25_00n,
  createdAt: 0,
  expiresAt: EXPIRES,
  firstBlockBy: FIRST_BLOCK_BY,
  requiredConfirmations: 1,
  closed: null,
  captured: false,
  accepted: null,
  returned: null,
  decidedSurplusMinor: 0n,
  rate: "40000",
  currency: "GBP",
  ...over,
})
let counter = 0
const output = (over: Partial<Output> = {}): Output => ({
  txid: (counter += 1).toString(16).padStart(64, "0"),
  vout: 0,
  amount: satoshis(62_500n),
  status: "mempool",
  height: null,
  seenAt: EXPIRES - 1000,
  firstBlockAt: null,
  replaces: [],
  ...over,
})
const mined = (height: number, over: Partial<Output> = {}) =>
  output({ status: "confirmed", height, firstBlockAt: EXPIRES, ...over })
const at = (observedAt: number, height = 500): ChainView => ({ height, observedAt })
const judge = (invoice_: Invoice, outputs: readonly Output[], chain = at(EXPIRES - 500)) =>
  evaluate(invoice_, outputs, chain, DEFAULT_POLICY)

describe("what the quote's rate is for", () => {
  const inTime = (outputs: readonly Output[], of = invoice(), policy = DEFAULT_POLICY) =>
    [...evaluate(of, outputs, at(FIRST_BLOCK_BY + 1), policy).inTime].map(([, sats]) => sats)
  const first = { ...output({ amount: satoshis(30_000n) }), status: "gone" as const }
  const later = (over: Partial<Output> = {}) => mined(500, { seenAt: EXPIRES + GRACE + 1, ...over })

  it("is the part of a raised fee's output that it replaces, whenever that came", () => {
    const replacement = later({ replaces: [`${first.txid}:0`] })
    expect(inTime([first, replacement])).toEqual([30_000n])
    expect(inTime([{ ...first, amount: satoshis(62_500n) }, replacement])).toEqual([62_500n])
  })

  it("is nothing that came too late, was mined too late or was sent before the order; of what is in no block nothing is said", () => {
    expect(inTime([later()])).toEqual([0n])
    expect(inTime([mined(500, { firstBlockAt: FIRST_BLOCK_BY + 1 })])).toEqual([0n])
    expect(inTime([mined(500, { seenAt: -1 })])).toEqual([0n])
    expect(inTime([output()])).toEqual([])
  })

  it("stays once it is captured or returned, also under another grace; before that the rules of the day decide", () => {
    const parts = [mined(500, { amount: satoshis(30_000n) }), mined(500, { seenAt: EXPIRES + GRACE })]
    const known = parts.map((part) => ({ ...part, inTime: part.amount }))
    const without = { ...DEFAULT_POLICY, graceMs: 0 }
    expect(inTime(known)).toEqual([])
    expect(inTime(known, invoice(), without)).toEqual([0n])
    expect(inTime(known, invoice({ captured: true }), without)).toEqual([])
    expect(inTime(known, invoice({ returned: satoshis(92_500n) }), without)).toEqual([])
    expect(inTime([...known, later()], invoice({ captured: true }), without)).toEqual([0n])
  })
})

describe("an open invoice", () => {
  it("awaits payment while nothing has come", () => {
    expect(judge(invoice(), [])).toMatchObject({
      state: "awaiting_payment",
      received: 0n,
      remaining: 62_500n,
    })
  })

  it("is seen when enough is in the mempool", () => {
    expect(judge(invoice(), [output()])).toMatchObject({ state: "seen", remaining: 0n, confirmations: 0 })
  })

  it("is underpaid by one satoshi, and says how much is missing", () => {
    expect(judge(invoice(), [output({ amount: satoshis(62_499n) })])).toMatchObject({
      state: "underpaid",
      remaining: 1n,
    })
  })

  it("is paid by exactly its tolerance less than what is due, and nothing remains; a satoshi less is underpaid", () => {
    const rounded = invoice({ tolerance: satoshis(125n) })
    const paid = [mined(500, { amount: satoshis(62_375n) })]
    const short = [mined(500, { amount: satoshis(62_374n) })]
    expect(judge(rounded, paid)).toMatchObject({ state: "confirmed", remaining: 0n, confirmations: 1 })
    expect(judge(rounded, short)).toMatchObject({ state: "underpaid", remaining: 126n, confirmations: 0 })
    const after = at(EXPIRES + GRACE + 1)
    expect(judge(rounded, short, after)).toMatchObject({ state: "review", flags: ["short"] })
    const late = (amount: bigint) => [mined(500, { amount: satoshis(amount), seenAt: EXPIRES + GRACE + 1 })]
    expect(judge(rounded, late(62_375n), after)).toMatchObject({ state: "review", flags: ["late"] })
    expect(judge(rounded, late(62_374n), after)).toMatchObject({ state: "review", flags: ["late", "short"] })
  })

  it("is confirmed in the first block if it needs one confirmation", () => {
    expect(judge(invoice(), [mined(500)])).toMatchObject({
      state: "confirmed",
      confirmations: 1,
      required: 1,
    })
  })

  it.each([1, 3, 6])("that was opened with %i required confirmations needs them", (required) => {
    const deep = (depth: number) => judge(invoice({ requiredConfirmations: required }), [mined(501 - depth)])
    expect(deep(required)).toMatchObject({ state: "confirmed", required })
    if (required > 1)
      expect(deep(required - 1)).toMatchObject({ state: "confirming", confirmations: required - 1 })
  })

  it("counts several transactions together and waits for the shallowest that is needed", () => {
    const half = satoshis(31_250n)
    const verdict = judge(invoice(), [mined(490, { amount: half }), output({ amount: half })])
    expect(verdict).toMatchObject({ state: "seen", received: 62_500n })
    expect(verdict.flags).toContain("several_transactions")
  })

  it("does not wait for a tip on top of a payment that is deep enough", () => {
    expect(judge(invoice(), [mined(500), output({ amount: satoshis(1000n) })])).toMatchObject({
      state: "confirmed",
    })
  })

  it("ignores dust, and says so", () => {
    const verdict = judge(invoice(), [output({ amount: satoshis(293n) })])
    expect(verdict).toMatchObject({ state: "awaiting_payment", received: 0n, flags: ["dust_ignored"] })
    expect(judge(invoice(), [output({ amount: satoshis(294n) })])).toMatchObject({
      received: 294n,
      flags: [],
    })
  })

  it.each(["gone", "conflicted"] as const)("does not count what is %s, and says so once", (status) => {
    const lost = [output({ status }), output({ status, amount: satoshis(1n) })]
    expect(judge(invoice(), lost)).toMatchObject({ state: "awaiting_payment", flags: ["replaced"] })
  })
})

describe("money that was sent before the invoice was opened", () => {
  const openedAt = EXPIRES - 10_000
  const later = invoice({ createdAt: openedAt })
  const earlier = mined(480, { seenAt: openedAt - 1 })

  it("never counts, is flagged, and does not affect the buyer's own payment", () => {
    expect(judge(later, [earlier])).toMatchObject({
      state: "awaiting_payment",
      received: 0n,
      remaining: 62_500n,
      flags: ["sent_before_order"],
    })
    expect(judge(later, [earlier, mined(500)])).toMatchObject({ state: "confirmed", received: 62_500n })
    expect(judge(later, [earlier], at(EXPIRES + 1))).toMatchObject({ state: "expired" })
  })

  it("counts from the moment of the opening on", () => {
    expect(judge(later, [mined(500, { seenAt: openedAt })])).toMatchObject({ state: "confirmed" })
  })

  it("does not count when its fee is raised after the opening either", () => {
    const lost = { ...earlier, status: "conflicted" as const, height: null }
    const raised = mined(500, { seenAt: openedAt + 1, replaces: [`${lost.txid}:0`] })
    expect(judge(later, [lost, raised])).toMatchObject({ state: "awaiting_payment", received: 0n })
  })
})

describe("time", () => {
  it("expires only by a poll that started after the end", () => {
    expect(judge(invoice(), [], at(EXPIRES))).toMatchObject({ state: "awaiting_payment" })
    expect(judge(invoice(), [], at(EXPIRES + 1))).toMatchObject({ state: "expired" })
  })

  it("gives an underpaid invoice one grace, then a person", () => {
    const part = [output({ amount: satoshis(1000n) })]
    expect(judge(invoice(), part, at(EXPIRES + GRACE))).toMatchObject({ state: "underpaid" })
    expect(judge(invoice(), part, at(EXPIRES + GRACE + 1))).toMatchObject({ state: "review" })
  })

  it("gives the grace to a part that came at the very end", () => {
    const part = [output({ amount: satoshis(1000n), seenAt: EXPIRES })]
    expect(judge(invoice(), part, at(EXPIRES + GRACE))).toMatchObject({ deadline: EXPIRES + GRACE })
  })

  it("takes the rest within the grace", () => {
    const part = output({ amount: satoshis(1000n) })
    const rest = output({ amount: satoshis(61_500n), seenAt: EXPIRES + GRACE })
    expect(judge(invoice(), [part, rest], at(EXPIRES + GRACE + 5))).toMatchObject({ state: "seen" })
  })

  it("waits for a payment's first block until the limit, and then for a person", () => {
    expect(judge(invoice(), [output()], at(FIRST_BLOCK_BY))).toMatchObject({ state: "seen" })
    expect(judge(invoice(), [output()], at(FIRST_BLOCK_BY + 1))).toMatchObject({
      state: "review",
      flags: ["unconfirmed_too_long"],
    })
  })

  it("confirms what was in a block by the limit, however late we look, and whatever a reorganisation does", () => {
    const inTime = mined(500, { firstBlockAt: FIRST_BLOCK_BY })
    const later = at(FIRST_BLOCK_BY * 100)
    expect(judge(invoice(), [inTime], later)).toMatchObject({ state: "confirmed" })
    expect(judge(invoice(), [{ ...inTime, status: "mempool", height: null }], later)).toMatchObject({
      state: "seen",
    })
  })

  it("brings what was mined after the limit to a person", () => {
    const late = mined(500, { firstBlockAt: FIRST_BLOCK_BY + 1 })
    expect(judge(invoice(), [late], at(FIRST_BLOCK_BY + 2))).toMatchObject({
      state: "review",
      flags: ["unconfirmed_too_long"],
    })
  })

  it("does not let the first part's time cover a replacement that pays the rest late", () => {
    const crumb = output({ amount: satoshis(294n), status: "conflicted" })
    const full = mined(500, { seenAt: EXPIRES + GRACE + 1, replaces: [`${crumb.txid}:0`] })
    expect(judge(invoice(), [crumb, full], at(EXPIRES + GRACE + 2))).toMatchObject({
      state: "review",
      received: 62_500n,
      flags: ["late", "replaced"],
    })
  })

  it("keeps the time of a payment whose fee was raised after the end", () => {
    const first = output({ status: "conflicted" })
    const raised = mined(500, { seenAt: EXPIRES + GRACE + 1, replaces: [`${first.txid}:0`] })
    expect(judge(invoice(), [first, raised], at(EXPIRES + GRACE + 2))).toMatchObject({ state: "confirmed" })
  })

  it("brings the first money after the end to a person once it is deep enough", () => {
    const late = { seenAt: EXPIRES + 1 }
    expect(judge(invoice(), [output(late)], at(EXPIRES + 5))).toMatchObject({
      state: "expired",
      flags: ["late"],
    })
    expect(judge(invoice(), [mined(500, late)], at(EXPIRES + 5))).toMatchObject({ state: "review" })
  })
})

describe("what was done about it", () => {
  it("keeps a closed order closed until money lies deep, then asks a person", () => {
    const closed = invoice({ closed: "cancelled" })
    expect(judge(closed, [])).toMatchObject({ state: "cancelled" })
    expect(judge(closed, [output()])).toMatchObject({ state: "cancelled" })
    expect(judge(closed, [mined(500)])).toMatchObject({ state: "review" })
  })

  it("keeps money that came in time with a person when the reservation ends before it is confirmed", () => {
    const closed = invoice({ closed: "expired" })
    const late = output({ seenAt: EXPIRES + GRACE + 1 })
    expect(judge(closed, [output()], at(FIRST_BLOCK_BY + 1))).toMatchObject({ state: "review" })
    expect(judge(closed, [late], at(FIRST_BLOCK_BY + 1))).toMatchObject({ state: "expired" })
  })

  it("goes to a person when a captured payment is undone, and comes back when it is mined again", () => {
    const captured = invoice({ captured: true })
    expect(judge(captured, [mined(500)])).toMatchObject({ state: "confirmed" })
    expect(judge(captured, [output()])).toMatchObject({ state: "review", flags: ["undone_after_capture"] })
    expect(judge(captured, [mined(500)])).toMatchObject({ state: "confirmed" })
  })
})

describe("the flag 'undone after capture'", () => {
  it("is for what was captured and is in doubt, and for nothing else", () => {
    const flagged = (made: Invoice, outputs: readonly Output[]) =>
      judge(made, outputs).flags.includes("undone_after_capture")
    expect(flagged(invoice({ captured: true }), [output()])).toBe(true)
    expect(flagged(invoice({ captured: true }), [mined(500)])).toBe(false)
    expect(flagged(invoice({ closed: "cancelled" }), [mined(500)])).toBe(false)
  })
})

describe("whatever the facts", () => {
  const anyOutput = fc.record({
    txid: fc.constantFrom("a", "b", "c", "d").map((letter) => letter.repeat(64)),
    vout: fc.nat(3),
    amount: fc.bigInt({ min: 0n, max: 200_000n }).map(satoshis),
    status: fc.constantFrom("mempool", "confirmed", "conflicted", "gone"),
    height: fc.integer({ min: 480, max: 500 }),
    seenAt: fc.integer({ min: 0, max: EXPIRES * 3 }),
    firstBlockAt: fc.option(fc.integer({ min: 0, max: FIRST_BLOCK_BY * 2 })),
    replaces: fc.constant([]),
  })
  const anyOutputs = fc.uniqueArray(
    anyOutput.map((made): Output => ({ ...made, height: made.status === "confirmed" ? made.height : null })),
    { maxLength: 6, selector: ({ txid, vout }) => `${txid}:${vout}` },
  )
  const anyInvoice = fc
    .record({
      due: fc.bigInt({ min: 1n, max: 150_000n }).map(satoshis),
      tolerance: fc.constantFrom(0n, 125n),
      priceMinor: fc.bigInt({ min: 1n, max: 200_000n }),
      requiredConfirmations: fc.constantFrom(1, 3, 6),
      closed: fc.constantFrom(null, "expired" as const, "cancelled" as const),
      captured: fc.boolean(),
      accepted: fc.constantFrom(null, null, { byHand: satoshis(0n) }, satoshis(60_000n)),
      returned: fc.constantFrom(null, null, satoshis(60_000n)),
    })
    // Less than what is due is tolerated, and no more than it is accepted.
    .map(({ due, tolerance, accepted, ...made }) => ({
      ...{ ...made, due, tolerance: satoshis(tolerance < due ? tolerance : 0n) },
      accepted: typeof accepted === "bigint" && accepted > due ? due : accepted,
    }))
    .map((made) => invoice({ ...made, createdAt: 0, expiresAt: EXPIRES, firstBlockBy: FIRST_BLOCK_BY }))

  it("the order in which outputs are told changes nothing", () => {
    fc.assert(
      fc.property(anyInvoice, anyOutputs, fc.nat(), (made, outputs, seed) => {
        const shuffled = outputs
          .map((each, index) => ({ each, key: (index * 7919 + seed) % 101 }))
          .sort((a, b) => a.key - b.key)
        const chain = at(EXPIRES + 5)
        const again = evaluate(
          made,
          shuffled.map(({ each }) => each),
          chain,
          DEFAULT_POLICY,
        )
        expect(again).toEqual(evaluate(made, outputs, chain, DEFAULT_POLICY))
      }),
    )
  })

  it("confirmed means: distinct outputs, each deep enough, worth the price or what staff took for it", () => {
    fc.assert(
      fc.property(anyInvoice, anyOutputs, (made, outputs) => {
        const verdict = evaluate(made, outputs, at(EXPIRES + 5), DEFAULT_POLICY)
        if (verdict.state !== "confirmed" || isByHand(made.accepted)) return
        const deep = outputs.filter(
          ({ status, height }) => status === "confirmed" && 500 - (height ?? 501) + 1 >= verdict.required,
        )
        const taken = made.accepted ?? made.due
        const enough = taken === made.due ? made.due - made.tolerance : taken
        expect(deep.reduce((sum, { amount }) => sum + amount, 0n) >= enough).toBe(true)
      }),
    )
  })

  it("what is received and what remains make at least what is due less the tolerance, or what staff took", () => {
    fc.assert(
      fc.property(anyInvoice, anyOutputs, (made, outputs) => {
        const { received, remaining } = evaluate(made, outputs, at(EXPIRES), DEFAULT_POLICY)
        const { accepted, due, tolerance } = made
        const enough = typeof accepted === "bigint" && accepted < due ? accepted : due - tolerance
        expect(received + remaining >= enough).toBe(true)
        expect(remaining === 0n || received + remaining === made.due).toBe(true)
      }),
    )
  })
})

describe("what staff decided", () => {
  const late = (depth: number, amount = 62_500n) =>
    mined(501 - depth, { seenAt: EXPIRES + GRACE + 1, amount: satoshis(amount) })
  const after = at(EXPIRES + GRACE + 10)

  it("a late payment that was accepted is confirmed once it is deep enough", () => {
    const requiredConfirmations = 3
    const accepted = satoshis(62_500n)
    expect(judge(invoice({ requiredConfirmations, accepted }), [late(3)], after).state).toBe("confirmed")
    expect(judge(invoice({ requiredConfirmations, accepted }), [late(2)], after).state).toBe("expired")
    expect(judge(invoice({ requiredConfirmations }), [late(3)], after).state).toBe("review")
  })

  it("a short payment that was accepted is enough, and a satoshi less is not", () => {
    const accepted = satoshis(60_000n)
    expect(judge(invoice({ accepted }), [mined(500, { amount: accepted })], after).state).toBe("confirmed")
    expect(judge(invoice({ accepted }), [mined(500, { amount: satoshis(59_999n) })], after).state).toBe(
      "review",
    )
  })

  it("an accepted payment that the chain undoes after capture comes to staff, and heals", () => {
    const taken = invoice({ accepted: satoshis(60_000n), captured: true })
    const paid = mined(500, { amount: satoshis(60_000n) })
    expect(judge(taken, [paid], after).state).toBe("confirmed")
    expect(judge(taken, [{ ...paid, status: "gone", height: null }], after).state).toBe("review")
  })

  it("settled by hand, their word stands for the chain's, before the capture and after it", () => {
    expect(judge(invoice({ accepted: { byHand: satoshis(0n) } }), []).state).toBe("confirmed")
    expect(judge(invoice({ accepted: { byHand: satoshis(0n) } }), [], after).state).toBe("confirmed")
    expect(judge(invoice({ accepted: { byHand: satoshis(0n) }, captured: true }), [], after).state).toBe(
      "confirmed",
    )
  })

  it("what came beyond the price is a surplus once it is final, and until staff have decided about it", () => {
    const more = satoshis(25_000n)
    expect(judge(invoice(), [mined(500), output({ amount: more })], after)).toMatchObject({
      ...{
        state: "confirmed",
        received: 87_500n,
        settled: 62_500n,
        surplusMinor: 0n,
        flags: ["several_transactions"],
      },
    })
    const paid = [mined(500), mined(500, { amount: more })]
    expect(judge(invoice(), paid, after)).toMatchObject({ settled: 87_500n, surplusMinor: 1_000n })
    expect(judge(invoice(), paid, after).flags).toContain("overpaid")
    const kept = invoice({ captured: true, decidedSurplusMinor: 1_000n })
    expect(judge(kept, paid, after)).toMatchObject({ surplusMinor: 0n, flags: ["several_transactions"] })
    expect(judge(kept, [...paid, mined(500)], after)).toMatchObject({ surplusMinor: 2_500n })
  })

  it("settled by hand, but the order was closed meanwhile: a person sees to it", () => {
    expect(judge(invoice({ accepted: { byHand: satoshis(0n) }, closed: "expired" }), [], after).state).toBe(
      "review",
    )
  })

  it("all was given back: refunded, whatever became of the order, until more money comes and lies deep", () => {
    const returned = satoshis(62_500n)
    for (const over of [{}, { captured: true }, { closed: "cancelled" as const }]) {
      const given = invoice({ returned, ...over })
      expect(judge(given, [mined(500)], after).state).toBe("refunded")
      expect(judge(given, [], after).state).toBe("refunded")
      const one = satoshis(294n)
      expect(judge(given, [mined(500), mined(500, { amount: one })], after).state).toBe("review")
      expect(judge(given, [mined(500), output({ amount: one })], after).state).toBe("refunded")
    }
    expect(judge(invoice({ returned: satoshis(0n) }), [output()], after).state).toBe("refunded")
    // Beside the money that was returned: what no block holds may be double-spent.
    expect(judge(invoice({ returned }), [mined(500), output()], after).state).toBe("refunded")
  })
})
