import { describe, expect, it } from "vitest"
import { withdrawalOf, type WithdrawalFacts } from "./withdrawal-period"

const at = (iso: string) => new Date(iso)
const paid: WithdrawalFacts = {
  ...{ isCancelled: false, isPaid: true, isCancellable: false, isPartlySent: false },
  isReturned: false,
  parcels: [],
}
const delivered = (iso: string): WithdrawalFacts => ({
  ...paid,
  parcels: [{ sent: at("2026-01-01T00:00:00Z"), delivered: at(iso) }],
})
const untilOf = (facts: WithdrawalFacts, now = 0) => {
  const decision = withdrawalOf(facts, now)
  return decision.ok ? (decision.until?.toISOString() ?? null) : decision.reason
}

describe("the period for withdrawing", () => {
  it.each([
    ["in winter", "2026-11-02T09:00:00Z", "2026-11-17T00:00:00.000Z"],
    ["in summer", "2026-06-02T09:00:00Z", "2026-06-16T23:00:00.000Z"],
    ["late in the evening", "2026-06-02T22:59:59Z", "2026-06-16T23:00:00.000Z"],
    ["after midnight in the UK, before it in UTC", "2026-06-02T23:30:00Z", "2026-06-17T23:00:00.000Z"],
    ["over the end of summer time", "2026-10-20T09:00:00Z", "2026-11-04T00:00:00.000Z"],
    ["over the beginning of summer time", "2026-03-20T09:00:00Z", "2026-04-03T23:00:00.000Z"],
  ])("ends with the 14th day after the day of delivery, UK time: %s", (_when, day, end) => {
    const facts = delivered(day)
    expect(untilOf(facts)).toBe(end)
    expect(untilOf(facts, Date.parse(end) - 1)).toBe(end)
    expect(untilOf(facts, Date.parse(end))).toBe("period_over")
  })

  it("counts from the last parcel", () => {
    const { parcels } = delivered("2026-11-02T09:00:00Z")
    const late = { sent: at("2026-11-01T09:00:00Z"), delivered: at("2026-11-09T09:00:00Z") }
    expect(untilOf({ ...paid, parcels: [...parcels, late] })).toBe("2026-11-24T00:00:00.000Z")
  })

  it("has no known end without a recorded delivery, and is over 30 days after the dispatch", () => {
    const facts = { ...paid, parcels: [{ sent: at("2026-11-02T09:00:00Z"), delivered: null }] }
    expect(untilOf(facts, Date.parse("2026-12-02T23:59:59Z"))).toBeNull()
    expect(untilOf(facts, Date.parse("2026-12-03T00:00:00Z"))).toBe("period_over")
  })

  it("begins with the payment: the law does not wait for the parcel", () => {
    expect(untilOf(paid)).toBeNull()
  })

  it("is not offered for an order that can be cancelled as a whole, is cancelled, is not paid, or came back as a whole", () => {
    expect(untilOf({ ...delivered("2026-11-02T09:00:00Z"), isReturned: true })).toBe("nothing_to_return")
    expect(untilOf({ ...paid, isCancellable: true })).toBe("cancel_instead")
    expect(untilOf({ ...paid, isCancelled: true })).toBe("nothing_to_return")
    expect(untilOf({ ...paid, isPaid: false })).toBe("nothing_to_return")
  })
  it("has no end while a part of the order has not left", () => {
    const facts = { ...delivered("2026-11-02T09:00:00Z"), isPartlySent: true }
    expect(untilOf(facts, Date.parse("2027-02-02T00:00:00Z"))).toBeNull()
  })
})
