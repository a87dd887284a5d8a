import { describe, expect, it } from "vitest"
import { cancellationOf, type CancellationFacts } from "./cancellation"
import { PROVIDERS } from "./payment-method"

const PAID_AT = new Date("2026-06-21T14:00:00.000Z")
const END = PAID_AT.getTime() + 3_600_000

const unpaid: CancellationFacts = {
  status: "pending",
  isByBuyer: false,
  paidAt: null,
  isPacked: false,
  isReleased: false,
  hasMoneyUnderWay: false,
  paidBy: [PROVIDERS.bitcoin],
}
const paid: CancellationFacts = { ...unpaid, paidAt: PAID_AT }
const reasonOf = (facts: CancellationFacts, now = END) => {
  const decision = cancellationOf(facts, now)
  return decision.ok ? null : decision.reason
}

describe("a buyer's cancellation", () => {
  it("is allowed while nothing is paid, however old the order is", () => {
    expect(cancellationOf(unpaid, END * 2)).toEqual({ ok: true, until: null, refund: "none" })
  })

  it("of a paid order is allowed to the last millisecond of the hour after its payment, and not later", () => {
    expect(cancellationOf(paid, END)).toEqual({ ok: true, until: new Date(END), refund: "bitcoin" })
    expect(reasonOf(paid, END + 1)).toBe("too_late")
  })

  it("returns the money as it was paid", () => {
    expect(cancellationOf({ ...paid, paidBy: [PROVIDERS.card] }, END)).toMatchObject({ refund: "card" })
    expect(cancellationOf({ ...paid, paidBy: [PROVIDERS.card, PROVIDERS.bitcoin] }, END)).toMatchObject({
      refund: "bitcoin",
    })
    for (const paidBy of [[PROVIDERS.manualCard], [PROVIDERS.bitcoin, PROVIDERS.manualCard]])
      expect(reasonOf({ ...paid, paidBy })).toBe("by_hand")
  })

  it("is never allowed once the order is packed, or released for shipping unpaid", () => {
    expect(reasonOf({ ...paid, isPacked: true })).toBe("packed")
    expect(reasonOf({ ...unpaid, isPacked: true })).toBe("packed")
    expect(reasonOf({ ...unpaid, isReleased: true })).toBe("packed")
    expect(reasonOf({ ...paid, isReleased: true })).toBeNull()
    expect(reasonOf({ ...paid, status: "completed" })).toBe("packed")
  })

  it("waits for money that is under way or that staff look at", () => {
    expect(reasonOf({ ...unpaid, hasMoneyUnderWay: true })).toBe("money_under_way")
    expect(reasonOf({ ...paid, hasMoneyUnderWay: true })).toBe("money_under_way")
  })

  it("of a cancelled order is done already", () => {
    expect(reasonOf({ ...paid, status: "canceled", isPacked: true })).toBe("cancelled")
  })
})
