import { describe, expect, it } from "vitest"
import type { Output } from "./invoice"
import { reasonsOf } from "./payment-reasons"
import { DEFAULT_POLICY } from "./policy"
import { satoshis } from "./satoshis"

const OPENED = 1_000_000
const EXPIRES = OPENED + 3_600_000

const output = (over: Partial<Output> = {}): Output => ({
  txid: "ab".repeat(32),
  vout: 0,
  amount: satoshis(12_500n),
  status: "confirmed",
  height: 100,
  seenAt: OPENED + 1000,
  firstBlockAt: OPENED + 2000,
  replaces: [],
  ...over,
})

const invoice = {
  id: "btcinv_1",
  state: "confirmed" as const,
  received: satoshis(12_500n),
  rate: "40000",
  currency: "GBP",
  lastPollAt: EXPIRES + 7_200_000,
  due: satoshis(12_500n),
  tolerance: satoshis(0n),
  priceMinor: 500n,
  createdAt: OPENED,
  expiresAt: EXPIRES,
  firstBlockBy: EXPIRES + 21_600_000,
  requiredConfirmations: 1,
  closed: null,
  captured: true,
  accepted: null,
  returned: null,
  decidedSurplusMinor: 0n,
  settled: satoshis(12_500n),
  surplusMinor: 0n,
  explained: satoshis(0n),
  dispute: null,
}

function reasons(change: object, outputs = [output()], isPaidByAnother = false) {
  const details = { auditEntries: [], refunds: [], refundAddresses: [], isNewest: true, isPaidByAnother }
  const tip = { height: 100, hash: "00" }
  return reasonsOf({ ...details, invoice: { ...invoice, ...change }, outputs, tip }, DEFAULT_POLICY)
}

describe("the reasons of a payment", () => {
  it("are none when it was paid as quoted", () => {
    expect(reasons({})).toEqual([])
  })

  it("say that it came late", () => {
    const late = output({ seenAt: EXPIRES + 3_600_000, firstBlockAt: EXPIRES + 3_700_000 })
    expect(reasons({ state: "review", captured: false }, [late])).toEqual(["late"])
  })

  it("say that it is short, once no more is expected", () => {
    const part = [output({ amount: satoshis(9000n) })]
    const short = { captured: false, received: satoshis(9000n) }
    expect(reasons({ ...short, state: "underpaid", lastPollAt: EXPIRES }, part)).toEqual([])
    expect(reasons({ ...short, state: "review" }, part)).toEqual(["short"])
  })

  it("say more than one thing, what matters most first", () => {
    const both = [output(), output({ txid: "cd".repeat(32) })]
    const doubled = { received: satoshis(25_000n), closed: "cancelled", dispute: { since: 1, says: "" } }
    expect(reasons({ ...doubled, captured: false, state: "review" }, both, true)).toEqual([
      "paid_twice",
      "order_cancelled",
      "sources_disagree",
      "overpaid",
      "several_transactions",
    ])
  })

  it("say that the order was cancelled, and nothing of a shortfall, when it was paid in full", () => {
    const cancelled = { state: "review", captured: false, closed: "cancelled" }
    expect(reasons(cancelled)).toEqual(["order_cancelled"])
  })

  it("say that the order is paid otherwise, and nothing of a cancelled order", () => {
    const superseded = { state: "review", captured: false, closed: "superseded" }
    expect(reasons(superseded)).toEqual(["superseded"])
    expect(reasons(superseded, [output()], true)).toEqual(["paid_twice", "superseded"])
  })

  it("say that more came after a refund, and not that the blockchain undid anything", () => {
    const both = [output(), output({ txid: "cd".repeat(32) })]
    const refunded = { state: "review", returned: satoshis(12_500n), received: satoshis(25_000n) }
    expect(reasons(refunded, both)).toEqual(["paid_after_refund", "overpaid", "several_transactions"])
  })

  it("say that the blockchain undid a captured payment", () => {
    const gone = [output({ status: "gone", height: null })]
    expect(reasons({ state: "review", received: satoshis(0n) }, gone)).toContain("undone_after_capture")
  })
})
