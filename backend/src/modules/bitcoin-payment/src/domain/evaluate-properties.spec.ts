import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { TEST_TIMEOUT } from "../testing/runs"
import { evaluate } from "./evaluate"
import type { ChainView, Invoice, InvoiceState, Output } from "./invoice"
import { DEFAULT_POLICY } from "./policy"
import { satoshis } from "./satoshis"

const EXPIRES = 10_000_000
const FIRST_BLOCK_BY = EXPIRES + 2_000_000
const TIP = 500
const chain = fc
  .integer({ min: EXPIRES - 500_000, max: EXPIRES + 3_000_000 })
  .map((observedAt) => ({ height: TIP, observedAt }))

const anyInvoice: fc.Arbitrary<Invoice> = fc
  .record({
    due: fc.bigInt({ min: 1n, max: 150_000n }).map(satoshis),
    tolerance: fc.constantFrom(0n, 1n, 125n),
    priceMinor: fc.constant(100_00n),
    requiredConfirmations: fc.constantFrom(1, 3, 6),
    createdAt: fc.constant(0),
    expiresAt: fc.constant(EXPIRES),
    firstBlockBy: fc.constant(FIRST_BLOCK_BY),
    closed: fc.constantFrom(null, null, "expired" as const, "cancelled" as const),
    captured: fc.boolean(),
    accepted: fc.constant(null),
    returned: fc.constant(null),
    decidedSurplusMinor: fc.constantFrom(0n, 50_00n),
    rate: fc.constant("40000"),
    currency: fc.constant("GBP"),
  })
  // It is always less than what is due.
  .map(({ tolerance, ...made }) => ({
    ...made,
    tolerance: satoshis(tolerance < made.due ? tolerance : made.due - 1n),
  }))
const anyOutput: fc.Arbitrary<Output> = fc
  .record({
    txid: fc.nat(5).map((name) => name.toString(16).repeat(64)),
    vout: fc.nat(9),
    amount: fc.oneof(fc.bigInt({ min: 0n, max: 500n }), fc.bigInt({ min: 0n, max: 200_000n })).map(satoshis),
    status: fc.constantFrom("mempool", "confirmed", "confirmed", "conflicted", "gone"),
    height: fc.integer({ min: TIP - 8, max: TIP + 1 }),
    seenAt: fc.integer({ min: EXPIRES - 2_000_000, max: EXPIRES + 1_500_000 }),
    firstBlockAt: fc.integer({ min: EXPIRES - 500_000, max: FIRST_BLOCK_BY + 500_000 }),
    replaces: fc.constant([]),
  })
  .map((made) => ({
    ...made,
    height: made.status === "confirmed" ? made.height : null,
    firstBlockAt: made.status === "confirmed" ? made.firstBlockAt : null,
  }))
const anyOutputs = fc.uniqueArray(anyOutput, {
  maxLength: 6,
  selector: ({ txid, vout }) => `${txid}:${vout}`,
})

/** Towards being paid; `underpaid` asks the buyer and `review` asks a person, and neither is further than the other. */
const RANK: Record<InvoiceState, number> = {
  awaiting_payment: 0,
  expired: 0,
  cancelled: 0,
  refunded: 0,
  underpaid: 1,
  review: 1,
  seen: 2,
  confirming: 3,
  confirmed: 4,
}

/** No poll sees what has not happened yet. */
const isPossible = (outputs: readonly Output[], { observedAt }: ChainView) =>
  outputs.every(({ seenAt }) => seenAt <= observedAt)

describe("whatever the facts", TEST_TIMEOUT, () => {
  it("any order of them gives the same verdict", () => {
    const shuffled = anyOutputs.chain((outputs) =>
      fc.tuple(fc.constant(outputs), fc.shuffledSubarray(outputs, { minLength: outputs.length })),
    )
    fc.assert(
      fc.property(anyInvoice, shuffled, chain, (invoice, [outputs, others], view) => {
        expect(evaluate(invoice, others, view, DEFAULT_POLICY)).toEqual(
          evaluate(invoice, outputs, view, DEFAULT_POLICY),
        )
      }),
    )
  })

  it("more confirmed money, in time, never lowers the state", () => {
    const more = fc.tuple(
      fc.bigInt({ min: DEFAULT_POLICY.dust, max: 200_000n }).map(satoshis),
      fc.integer({ min: TIP - 8, max: TIP }),
    )
    fc.assert(
      fc.property(anyInvoice, anyOutputs, chain, more, (invoice, outputs, view, [amount, height]) => {
        const added: Output = {
          txid: "f".repeat(64),
          vout: 0,
          amount,
          status: "confirmed",
          height,
          seenAt: EXPIRES,
          firstBlockAt: EXPIRES,
          replaces: [],
        }
        fc.pre(isPossible(outputs, view))
        const before = evaluate(invoice, outputs, view, DEFAULT_POLICY)
        const after = evaluate(invoice, [...outputs, added], view, DEFAULT_POLICY)
        expect(RANK[after.state]).toBeGreaterThanOrEqual(RANK[before.state])
        expect(after.received).toBe(before.received + amount)
        expect(after.confirmations).toBeGreaterThanOrEqual(before.confirmations)
      }),
    )
  })

  it("late money never lowers the state either, and never confirms without staff", () => {
    const late = anyOutput.map((output): Output => ({
      ...output,
      txid: "f".repeat(64),
      seenAt: EXPIRES + 1_000_000,
    }))
    fc.assert(
      fc.property(anyInvoice, anyOutputs, chain, late, (invoice, outputs, view, added) => {
        fc.pre(isPossible([...outputs, added], view))
        const before = evaluate(invoice, outputs, view, DEFAULT_POLICY)
        const after = evaluate(invoice, [...outputs, added], view, DEFAULT_POLICY)
        expect(RANK[after.state]).toBeGreaterThanOrEqual(RANK[before.state])
        if (!invoice.captured && before.state !== "confirmed") expect(after.state).not.toBe("confirmed")
      }),
    )
  })

  it("a higher tip over the same facts never lowers the state of a payment", () => {
    fc.assert(
      fc.property(anyInvoice, anyOutputs, chain, fc.nat(20), (invoice, outputs, view, blocks) => {
        fc.pre(isPossible(outputs, view))
        const before = evaluate(invoice, outputs, view, DEFAULT_POLICY)
        const after = evaluate(invoice, outputs, { ...view, height: view.height + blocks }, DEFAULT_POLICY)
        expect(RANK[after.state]).toBeGreaterThanOrEqual(RANK[before.state])
      }),
    )
  })

  it("an order that is closed is never confirmed, and a captured one is never cancelled", () => {
    fc.assert(
      fc.property(anyInvoice, anyOutputs, chain, (invoice, outputs, view) => {
        const { state } = evaluate(invoice, outputs, view, DEFAULT_POLICY)
        if (invoice.captured) expect(["confirmed", "review"]).toContain(state)
        else if (invoice.closed !== null) expect([invoice.closed, "review"]).toContain(state)
      }),
    )
  })

  it("what was replaced, double-spent or dust is worth nothing", () => {
    fc.assert(
      fc.property(anyInvoice, anyOutputs, chain, (invoice, outputs, view) => {
        const worthy = outputs.filter(
          ({ status, amount }) => (status === "mempool" || status === "confirmed") && amount >= 294n,
        )
        const { flags: _, inTime, ...verdict } = evaluate(invoice, outputs, view, DEFAULT_POLICY)
        const { flags: __, inTime: worth, ...without } = evaluate(invoice, worthy, view, DEFAULT_POLICY)
        expect(verdict).toEqual(without)
        expect([...inTime].filter(([, sats]) => sats > 0n)).toEqual(
          [...worth].filter(([, sats]) => sats > 0n),
        )
      }),
    )
  })

  it("the satoshis of any transactions are credited once each, to the orders they pay", () => {
    const shared = fc.array(fc.tuple(fc.nat(3), anyOutput), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(anyInvoice, { minLength: 4, maxLength: 4 }),
        shared,
        chain,
        (invoices, paid, view) => {
          const facts = paid.map(([payee, output], vout) => ({ payee, output: { ...output, vout } }))
          const credited = invoices.map((invoice, index) => {
            const own = facts.filter(({ payee }) => payee === index).map(({ output }) => output)
            return evaluate(invoice, own, view, DEFAULT_POLICY).received
          })
          const sent = facts
            .map(({ output }) => output)
            .filter(({ status, amount }) => ["mempool", "confirmed"].includes(status) && amount >= 294n)
          const sum = (amounts: readonly bigint[]) => amounts.reduce((left, right) => left + right, 0n)
          expect(sum(credited)).toBe(sum(sent.map(({ amount }) => amount)))
        },
      ),
    )
  })

  it("a deep part of a payment keeps a closed order with a person when more comes on top", () => {
    const closed: Invoice = {
      due: satoshis(100_000n),
      tolerance: satoshis(0n),
      priceMinor: 250_00n,
      requiredConfirmations: 3,
      createdAt: 0,
      expiresAt: EXPIRES,
      firstBlockBy: FIRST_BLOCK_BY,
      closed: "expired",
      captured: false,
      accepted: null,
      returned: null,
      decidedSurplusMinor: 0n,
      rate: "40000",
      currency: "GBP",
    }
    const output = (txid: string, height: number): Output => ({
      txid: txid.repeat(64),
      vout: 0,
      amount: satoshis(60_000n),
      status: "confirmed",
      height,
      seenAt: EXPIRES,
      firstBlockAt: EXPIRES,
      replaces: [],
    })
    const view = { height: TIP, observedAt: EXPIRES + 1 }
    expect(evaluate(closed, [output("a", TIP - 5)], view, DEFAULT_POLICY).state).toBe("review")
    expect(evaluate(closed, [output("a", TIP - 5), output("b", TIP)], view, DEFAULT_POLICY).state).toBe(
      "review",
    )
  })
})
