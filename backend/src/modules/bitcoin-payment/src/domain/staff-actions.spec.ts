import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { satoshis } from "./satoshis"
import { STAFF_ACTIONS } from "./action-forms"
import type { InvoiceDetails } from "./invoice-details"
import { DEFAULT_POLICY } from "./policy"
import { allowedActions, decide, rejectionOf, type ActionContext, type StaffCommand } from "./staff-actions"

const PAID = satoshis(12_500n)
const NOTHING = satoshis(0n)
const context = (over: Partial<ActionContext> = {}): ActionContext => ({
  state: "awaiting_payment",
  captured: false,
  accepted: null,
  received: NOTHING,
  settled: NOTHING,
  isNewest: true,
  isPaidByAnother: false,
  refundableMinor: 0n,
  surplusMinor: 0n,
  isAddressAwaited: false,
  hasEarlierMoney: false,
  ...over,
})
const money = { received: PAID, settled: PAID, refundableMinor: 500n }
const REFUND = ["ask_refund_address", "record_refund"]

describe("what staff may do with an invoice that is", () => {
  it.each<[string, Partial<ActionContext>, string[]]>([
    ["open", {}, ["settle_by_hand"]],
    ["underpaid, with time left", { state: "underpaid", ...money }, ["accept", "settle_by_hand", ...REFUND]],
    ["seen in the mempool", { state: "seen", received: PAID }, ["settle_by_hand"]],
    ["expired", { state: "expired" }, ["settle_by_hand", "renew_quote"]],
    ["expired, with late money too fresh", { state: "expired", received: PAID }, ["settle_by_hand"]],
    ["cancelled", { state: "cancelled" }, ["settle_by_hand", "renew_quote"]],
    ["late or short, in review", { state: "review", ...money }, ["accept", "settle_by_hand", ...REFUND]],
    ["confirmed, not taken yet", { state: "confirmed", ...money }, REFUND],
    ["taken", { state: "confirmed", captured: true, ...money }, REFUND],
    ["undone by the chain after it was taken", { state: "review", captured: true }, []],
    [
      "overpaid",
      { state: "confirmed", captured: true, ...money, surplusMinor: 1n },
      [...REFUND, "keep_surplus"],
    ],
    [
      "open, with money from before the order",
      { hasEarlierMoney: true },
      ["settle_by_hand", "explain_earlier_money"],
    ],
    ["a second payment of the same order", { state: "review", ...money, isPaidByAnother: true }, REFUND],
    ["an old quote that was paid", { state: "review", ...money, isNewest: false }, ["accept", ...REFUND]],
    ["an old unpaid quote", { state: "expired", isNewest: false }, []],
    ["given back", { state: "refunded", received: PAID, settled: PAID }, ["renew_quote"]],
    [
      "given back in part, its buyer asked",
      { state: "review", ...money, isAddressAwaited: true },
      ["accept", "settle_by_hand", "record_refund"],
    ],
  ])("%s", (_what, over, actions) => {
    expect(allowedActions(context(over))).toEqual(actions)
  })
})

describe("why not", () => {
  it.each<[Parameters<typeof rejectionOf>[0], string, Partial<ActionContext>]>([
    ["accept", "nothing_received", {}],
    ["accept", "not_confirmed", { state: "review", received: PAID, settled: satoshis(12_499n) }],
    ["accept", "poll_first", { state: "expired", ...money }],
    ["accept", "paid", { state: "confirmed", ...money }],
    ["accept", "refunded", { state: "refunded", ...money }],
    ["accept", "paid_by_another", { state: "review", ...money, isPaidByAnother: true }],
    ["settle_by_hand", "paid", { captured: true }],
    ["settle_by_hand", "paid_by_another", { isPaidByAnother: true }],
    ["settle_by_hand", "older_quote", { isNewest: false }],
    ["settle_by_hand", "refunded", { state: "refunded" }],
    ["renew_quote", "still_open", {}],
    ["renew_quote", "paid", { state: "confirmed" }],
    ["renew_quote", "paid_by_another", { state: "expired", isPaidByAnother: true }],
    ["renew_quote", "older_quote", { state: "expired", isNewest: false }],
    ["renew_quote", "money_received", { state: "review", ...money }],
    ["ask_refund_address", "nothing_to_refund", {}],
    ["ask_refund_address", "already_asked", { refundableMinor: 1n, isAddressAwaited: true }],
    ["record_refund", "nothing_to_refund", {}],
    ["keep_surplus", "no_surplus", { captured: true }],
    ["keep_surplus", "no_surplus", { surplusMinor: 1n }],
    ["keep_surplus", "no_surplus", { captured: true, hasEarlierMoney: true }],
    ["explain_earlier_money", "no_earlier_money", { captured: true, surplusMinor: 1n }],
  ])("%s: %s", (action, rejection, over) => {
    expect(rejectionOf(action, context(over))).toBe(rejection)
  })
})

it("money is never taken twice, and never asked for where some lies, whatever the context", () => {
  const sats = fc.bigInt({ min: 0n, max: 3n }).map(satoshis)
  const any: fc.Arbitrary<ActionContext> = fc.record({
    state: fc.constantFrom(
      ...(["awaiting_payment", "underpaid", "seen", "confirming", "confirmed"] as const),
      ...(["expired", "review", "cancelled", "refunded"] as const),
    ),
    captured: fc.boolean(),
    accepted: fc.constantFrom(null, { byHand: satoshis(0n) }),
    received: sats,
    settled: sats,
    isNewest: fc.boolean(),
    isPaidByAnother: fc.boolean(),
    refundableMinor: fc.bigInt({ min: 0n, max: 2n }),
    surplusMinor: fc.bigInt({ min: 0n, max: 2n }),
    isAddressAwaited: fc.boolean(),
    hasEarlierMoney: fc.boolean(),
  })
  fc.assert(
    fc.property(any, (at) => {
      const allowed = allowedActions(at)
      for (const action of STAFF_ACTIONS)
        expect(rejectionOf(action, at) === null).toBe(allowed.includes(action))
      if (at.captured || at.isPaidByAnother)
        for (const taking of ["accept", "settle_by_hand", "renew_quote"])
          expect(allowed).not.toContain(taking)
      if (allowed.includes("accept")) expect(at.settled).toBeGreaterThanOrEqual(at.received)
      if (allowed.includes("renew_quote") && at.state !== "refunded") expect(at.received).toBe(0n)
      if (at.refundableMinor === 0n) expect(allowed).not.toContain("record_refund")
    }),
  )
})

describe("a decision", () => {
  const by = { id: "user_1", email: "staff@shop.example" }
  const late: InvoiceDetails = {
    invoice: {
      id: "btcinv_1",
      rate: "40000",
      currency: "GBP",
      state: "review",
      due: PAID,
      tolerance: satoshis(0n),
      priceMinor: 500n,
      createdAt: 0,
      expiresAt: 0,
      firstBlockBy: 0,
      requiredConfirmations: 1,
      closed: "expired",
      captured: false,
      accepted: null,
      returned: null,
      decidedSurplusMinor: 0n,
      surplusMinor: 0n,
      explained: satoshis(0n),
      settled: PAID,
      received: PAID,
      lastPollAt: 1,
    },
    outputs: [
      {
        txid: "a".repeat(64),
        vout: 0,
        amount: PAID,
        status: "confirmed",
        height: 500,
        seenAt: 1,
        firstBlockAt: 1,
        replaces: [],
      },
    ],
    auditEntries: [],
    refunds: [],
    refundAddresses: [],
    isNewest: true,
    isPaidByAnother: false,
    tip: { height: 500, hash: "00" },
  }
  const accept = { action: "accept", idempotencyKey: "12345678", by, reason: null } as const
  const refund = (amountMinor: bigint, sats = PAID): StaffCommand => ({
    action: "record_refund",
    idempotencyKey: "12345678",
    by,
    reason: null,
    refund: {
      method: { kind: "bitcoin", basis: "satoshis", sats, address: "bcrt1q", txid: "b".repeat(64) },
      amountMinor,
      note: null,
    },
  })
  const writesOf = (details: InvoiceDetails, of: StaffCommand) => {
    const decision = decide(details, of, DEFAULT_POLICY)
    if (!decision.ok) throw new Error(decision.reason)
    return decision.writes
  }

  it("to accept a late payment confirms the invoice, captures it and enters the audit log", () => {
    expect(writesOf(late, accept)).toMatchObject({
      auditEntry: { action: "accept", idempotencyKey: "accept:btcinv_1:12345678", by },
      refund: null,
      change: {
        to: { accepted: PAID, closed: null },
        state: { verdict: { state: "confirmed" }, cause: "accepted by staff@shop.example" },
      },
    })
  })

  it("to accept takes the full price of a payment within the tolerance, and only what came of a shorter one", () => {
    const short = (missing: bigint): InvoiceDetails => {
      const amount = satoshis(PAID - missing)
      const invoice = { ...late.invoice, tolerance: satoshis(50n), received: amount, settled: amount }
      return { ...late, invoice, outputs: late.outputs.map((output) => ({ ...output, amount })) }
    }
    const takenOf = (missing: bigint) => writesOf(short(missing), accept)?.change
    expect(takenOf(50n)).toMatchObject({
      to: { accepted: PAID },
      state: { verdict: { state: "confirmed", remaining: 0n } },
    })
    expect(takenOf(51n)).toMatchObject({
      to: { accepted: PAID - 51n },
      state: { verdict: { state: "confirmed", remaining: 0n } },
    })
  })

  it("writes nothing when its idempotency key is in the audit log", () => {
    const entry = { ...accept, idempotencyKey: "accept:btcinv_1:12345678", detail: {}, at: 2 }
    expect(writesOf({ ...late, auditEntries: [entry] }, accept)).toBeNull()
  })

  it("is rejected with a reason, and then writes nothing", () => {
    const paid = { ...late, isPaidByAnother: true }
    expect(decide(paid, accept, DEFAULT_POLICY)).toEqual({ ok: false, reason: "paid_by_another" })
  })

  it("to record a full refund ends the invoice; a partial refund leaves it as it is", () => {
    expect(writesOf(late, refund(500n))?.change).toMatchObject({
      to: { returned: PAID },
      state: { verdict: { state: "refunded" } },
    })
    expect(writesOf(late, refund(200n))).toMatchObject({
      refund: { amountMinor: 200n },
      change: { state: null },
    })
  })

  it("rejects a refund above what was received, in pounds or in satoshis, and a transaction that was recorded", () => {
    const reasonOf = (details: InvoiceDetails, of: StaffCommand) => decide(details, of, DEFAULT_POLICY)
    expect(reasonOf(late, refund(501n))).toEqual({ ok: false, reason: "exceeds_received" })
    expect(reasonOf(late, refund(500n, satoshis(12_501n)))).toEqual({ ok: false, reason: "exceeds_received" })
    const recorded = {
      ...late,
      refunds: [
        {
          ...{ id: "btcref_1", invoiceId: "btcinv_1", by, at: 1, medusaMinor: 0n, medusaRefundId: null },
          ...{ amountMinor: 100n, note: null },
          method: {
            kind: "bitcoin",
            basis: "satoshis",
            sats: satoshis(2_500n),
            address: "bcrt1q",
            txid: "b".repeat(64),
          },
        } as const,
      ],
    }
    const again = refund(100n, satoshis(2_500n))
    expect(reasonOf(recorded, again)).toEqual({ ok: false, reason: "already_recorded" })
  })
})
