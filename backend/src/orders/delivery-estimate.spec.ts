import { describe, expect, it } from "vitest"
import { estimateOf, type DeliveryFacts } from "./delivery-estimate"

const monday = new Date("2026-11-23T09:00:00Z")
const unpaid: DeliveryFacts = {
  method: "standard",
  isCancelled: false,
  paidAt: null,
  dispatchedAt: null,
  isDelivered: false,
}

describe("an order's estimated arrival", () => {
  it("counts from now while it is unpaid", () => {
    expect(estimateOf(unpaid, monday)).toMatchObject({ label: "Wed 25 – Thu 26 Nov", isUnpaid: true })
    expect(estimateOf(unpaid, new Date("2026-11-24T09:00:00Z"))?.label).toBe("Thu 26 – Fri 27 Nov")
  })

  it("counts from the payment, then from the dispatch", () => {
    const paid = { ...unpaid, paidAt: monday }
    const now = new Date("2026-11-24T16:00:00Z")
    expect(estimateOf(paid, now)).toMatchObject({ label: "Wed 25 – Thu 26 Nov", isUnpaid: false })
    const dispatched = { ...paid, dispatchedAt: now }
    expect(estimateOf(dispatched, now)).toMatchObject({ label: "Thu 26 – Fri 27 Nov", isUnpaid: false })
  })

  it("is not shown once its last day is past", () => {
    const paid = { ...unpaid, paidAt: monday }
    expect(estimateOf(paid, new Date("2026-11-26T23:59:59Z"))).not.toBeNull()
    expect(estimateOf(paid, new Date("2026-11-27T00:00:00Z"))).toBeNull()
  })

  it.each([
    ["it has arrived", { isDelivered: true }],
    ["it was cancelled", { isCancelled: true }],
    ["its delivery is none of the shop's", { method: null }],
    ["its delivery is of another type", { method: "collection" }],
  ])("is unknown where %s", (_why, change) => expect(estimateOf({ ...unpaid, ...change }, monday)).toBeNull())
})
