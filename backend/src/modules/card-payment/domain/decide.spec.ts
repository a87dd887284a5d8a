import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { SessionFacts } from "../ports/card-processor"
import { decide, decideEnd, decideLate, mustExpirePage, type Decision, type LatePayments } from "./decide"
import type { CardPayment } from "./payment"

const fresh: CardPayment = {
  id: "cardpay_1",
  orderId: "order_1",
  sessionId: "payses_1",
  pence: 1250,
  currency: "gbp",
  payableUntil: 1_000_000,
  state: "awaiting_payment",
  closed: null,
  isCaptured: false,
  processorPaymentId: null,
  receivedPence: 0,
  declinedAt: null,
  version: 0,
}

const open: SessionFacts = {
  id: "cs_1",
  state: "open",
  isPaid: false,
  orderId: "order_1",
  pence: 1250,
  currency: "gbp",
  paymentId: null,
  isDeclined: false,
}
const paid: SessionFacts = { ...open, state: "complete", isPaid: true, paymentId: "pi_1" }

describe("a reading of the page", () => {
  it("captures the exact amount once, and a repetition changes nothing", () => {
    const first = decide(fresh, paid, "refund")
    expect(first).toMatchObject({ state: "paid", receivedPence: 1250, effects: ["capture", "mail_paid"] })
    expect(decide(stored(fresh, first), paid, "refund").effects).toEqual([])
  })

  it.each([
    ["another amount", { pence: 1249 }],
    ["another currency", { currency: "usd" }],
    ["another order", { orderId: "order_2" }],
  ])("captures nothing for %s: a case, whatever the setting", (_what, over) => {
    for (const late of ["refund", "case"] as const)
      expect(decide(fresh, { ...paid, ...over }, late)).toMatchObject({
        state: "review",
        openCase: { kind: "amount_differs", paymentId: "pi_1" },
        refund: null,
        effects: [],
      })
  })

  it.each(["expired", "cancelled", "changed"] as const)(
    "that was closed (%s) returns late money or opens a case",
    (closed) => {
      const over = { ...fresh, state: "cancelled" as const, closed }
      expect(decide(over, paid, "refund")).toMatchObject({
        refund: { paymentId: "pi_1", pence: 1250, kind: "paid_after_close" },
        openCase: null,
        effects: [],
      })
      expect(decide(over, paid, "case")).toMatchObject({
        refund: null,
        openCase: { kind: "paid_after_close", paymentId: "pi_1", pence: 1250 },
        effects: [],
      })
    },
  )

  it("returns a second charge and keeps the first", () => {
    const once = stored(fresh, decide(fresh, paid, "refund"))
    expect(decide(once, { ...paid, id: "cs_2", paymentId: "pi_2" }, "refund")).toMatchObject({
      state: "paid",
      processorPaymentId: "pi_1",
      refund: { paymentId: "pi_2", kind: "paid_twice" },
    })
    expect(decide(once, { ...paid, id: "cs_2", paymentId: "pi_2", pence: 990 }, "case")).toMatchObject({
      state: "paid",
      processorPaymentId: "pi_1",
      receivedPence: 1250,
      openCase: { kind: "paid_twice", paymentId: "pi_2", pence: 990 },
    })
  })

  it("waits while the buyer's bank takes its time, and again when it fails", () => {
    const waiting = stored(fresh, decide(fresh, { ...open, state: "complete" }, "refund"))
    expect(waiting.state).toBe("confirming")
    expect(decideEnd(waiting, fresh.payableUntil)).toBeNull()
    expect(decide(waiting, { ...open, state: "expired" }, "refund").state).toBe("awaiting_payment")
  })

  it("tells a decline once", () => {
    const declined = { ...open, isDeclined: true }
    expect(decide(fresh, declined, "refund").effects).toEqual(["mail_declined"])
    expect(decide({ ...fresh, declinedAt: 1 }, declined, "refund").effects).toEqual([])
  })

  it("stays declined when the buyer starts again: nothing is new at each reading", () => {
    for (const state of ["open", "expired"] as const) {
      const again = decide({ ...fresh, declinedAt: 1 }, { ...open, state }, "refund")
      expect(again).toMatchObject({ state: "awaiting_payment", isDeclined: true, effects: [] })
    }
  })
})

describe("the end of the reservation", () => {
  it("cancels an unpaid order, not before its time", () => {
    expect(decideEnd(fresh, fresh.payableUntil - 1)).toBeNull()
    expect(decideEnd(fresh, fresh.payableUntil)).toMatchObject({ closed: "expired", effects: ["cancel"] })
    expect(mustExpirePage(fresh, fresh.payableUntil)).toBe(true)
  })

  it("returns money whose order was cancelled before the capture", () => {
    const closed = { ...stored(fresh, decide(fresh, paid, "refund")), closed: "cancelled" as const }
    expect(decideLate(closed, "refund")).toMatchObject({ state: "cancelled", refund: { pence: 1250 } })
    expect(decideLate(closed, "case")).toMatchObject({
      state: "review",
      openCase: { kind: "paid_after_close", paymentId: "pi_1", pence: 1250 },
    })
  })
})

describe("in any order, and any number of times", () => {
  // Two pages of one order; what each says only ever moves forward, but readings arrive late and repeated.
  it("readings capture at most once, and no money is forgotten", () => {
    fc.assert(fc.property(fc.integer(), readAtRandom), { numRuns: 500 })
  })
})

function readAtRandom(seed: number): void {
  const random = randomFrom(seed)
  const late: LatePayments = random() < 0.5 ? "refund" : "case"
  const pages = ["1", "2"].map((id) => {
    const end = random()
    const made: SessionFacts[] = [{ ...open, id: `cs_${id}` }]
    if (random() < 0.3) made.push({ ...open, id: `cs_${id}`, isDeclined: true, paymentId: `pi_${id}` })
    if (end < 0.5)
      made.push({ ...paid, id: `cs_${id}`, paymentId: `pi_${id}`, pence: random() < 0.1 ? 1 : 1250 })
    else if (end < 0.8) made.push({ ...open, id: `cs_${id}`, state: "expired" })
    return made
  })
  let payment: CardPayment = fresh
  const captures: string[] = []
  const returned = new Map<string, number>()
  const cases = new Set<string>()
  const charged = new Set<string>()
  for (let step = 0; step < 40; step += 1) {
    const page = pages[Math.floor(random() * 2)] ?? []
    const facts = page[Math.floor(random() * page.length)] ?? open
    const isEnd = random() < 0.05
    const decision = isEnd ? decideEnd(payment, payment.payableUntil) : decide(payment, facts, late)
    if (!isEnd && facts.isPaid && facts.paymentId !== null) charged.add(facts.paymentId)
    if (decision === null) continue
    if (decision.effects.includes("capture")) captures.push(decision.processorPaymentId ?? "")
    if (decision.refund) returned.set(decision.refund.paymentId, decision.refund.pence)
    if (decision.openCase) cases.add(decision.openCase.paymentId)
    payment = stored(payment, decision)
  }
  expect(captures.length).toBeLessThanOrEqual(1)
  for (const id of captures) {
    const facts = pages.flat().find(({ isPaid, paymentId }) => isPaid && paymentId === id)
    expect(facts).toMatchObject({ pence: 1250, isPaid: true })
    expect(returned.has(id)).toBe(false)
  }
  // No money is forgotten: every charge that was read is captured, returned, or a separate case.
  for (const id of charged)
    expect(captures.includes(id) || returned.has(id) || cases.has(id), `${String(seed)}: ${id}`).toBe(true)
}

/** The payment as the repository stores a decision. */
function stored(payment: CardPayment, decision: Decision): CardPayment {
  const { state, processorPaymentId, receivedPence, closed, isDeclined } = decision
  const declinedAt = isDeclined ? (payment.declinedAt ?? 1) : payment.declinedAt
  return {
    ...payment,
    state,
    processorPaymentId,
    receivedPence,
    closed,
    declinedAt,
    version: payment.version + 1,
  }
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
