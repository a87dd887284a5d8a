import { describe, expect, it } from "vitest"
import { statusOf, timelineOf, whereabouts, type Happened } from "./order-status"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))
const nothingYet: Happened = {
  isBitcoin: true,
  placed: at(0),
  paymentSeen: null,
  paymentConfirmed: null,
  dispatched: null,
  isPartlySent: false,
  delivered: null,
  returned: null,
  isReturned: false,
  cancelled: null,
  firstRefund: null,
  isRefunded: false,
}
const steps = (happened: Partial<Happened>) =>
  timelineOf({ ...nothingYet, ...happened }).map(({ step, at }) => `${step} ${at?.slice(14, 16) ?? "–"}`)

describe("an order's timeline", () => {
  it("shows what is still to come, without a time", () => {
    expect(steps({})).toEqual([
      "placed 00",
      "payment_seen –",
      "payment_confirmed –",
      "dispatched –",
      "delivered –",
    ])
  })

  it("of a card order has no payment to be seen on a network", () => {
    expect(steps({ isBitcoin: false, paymentConfirmed: at(5) })).toEqual([
      "placed 00",
      "payment_confirmed 05",
      "dispatched –",
      "delivered –",
    ])
  })

  it("fills in a step that must have happened", () => {
    expect(steps({ paymentConfirmed: at(5), delivered: at(9) })).toEqual([
      "placed 00",
      "payment_seen 05",
      "payment_confirmed 05",
      "dispatched 09",
      "delivered 09",
    ])
  })

  it("goes on after a partial refund, which is one of its steps", () => {
    const paid = { isBitcoin: false, paymentConfirmed: at(5), firstRefund: at(7) }
    expect(steps(paid)).toEqual([
      "placed 00",
      "payment_confirmed 05",
      "partly_refunded 07",
      "dispatched –",
      "delivered –",
    ])
    expect(steps({ ...paid, delivered: at(9) }).slice(2)).toEqual([
      "dispatched 09",
      "delivered 09",
      "partly_refunded 07",
    ])
  })

  it("names the part that has left while the rest is still to be sent", () => {
    const partly = { isBitcoin: false, paymentConfirmed: at(5), dispatched: at(6), isPartlySent: true }
    expect(steps(partly).slice(2)).toEqual(["partly_dispatched 06", "dispatched –", "delivered –"])
  })

  it("goes on after a part came back, and ends when all did", () => {
    const sent = { isBitcoin: false, paymentConfirmed: at(5), dispatched: at(6), returned: at(8) }
    expect(steps(sent).slice(2)).toEqual(["dispatched 06", "partly_returned 08", "delivered –"])
    expect(steps({ ...sent, isReturned: true }).slice(2)).toEqual(["dispatched 06", "returned 08"])
    const refunded = { ...sent, delivered: at(7), isReturned: true, firstRefund: at(9), isRefunded: true }
    expect(steps(refunded).slice(3)).toEqual(["delivered 07", "returned 08", "refunded 09"])
  })

  it("ends with a cancellation: nothing is to come", () => {
    expect(steps({ cancelled: at(8) })).toEqual(["placed 00", "cancelled 08"])
  })

  it("ends with a refund, whether the order was cancelled or not", () => {
    expect(
      steps({ paymentSeen: at(1), paymentConfirmed: at(2), firstRefund: at(9), isRefunded: true }),
    ).toEqual(["placed 00", "payment_seen 01", "payment_confirmed 02", "refunded 09"])
    expect(
      steps({ paymentConfirmed: at(2), cancelled: at(7), firstRefund: at(9), isRefunded: true }).slice(-2),
    ).toEqual(["cancelled 07", "refunded 09"])
  })
})

describe("an order's status", () => {
  type Parcel = Parameters<typeof statusOf>[0]["fulfillments"][number]
  const parcel = (over: Partial<Parcel>): Parcel => ({
    shipped_at: null,
    delivered_at: null,
    canceled_at: null,
    ...over,
  })
  const pence = 1650
  const line = (sent: number, returned = 0, damaged = 0) => ({
    quantity: 3,
    detail: {
      shipped_quantity: sent,
      delivered_quantity: 0,
      return_received_quantity: returned,
      return_dismissed_quantity: damaged,
    },
  })
  const ofPaid = (fulfillments: Parcel[], refunded = 0, items = [line(3)]) =>
    statusOf({
      status: "pending",
      items,
      ...{ total: pence, version: 1, summary: { pending_difference: 0 } },
      fulfillments,
      payment_collections: [{ captured_amount: pence, refunded_amount: refunded }],
    })

  it("follows its parcels, whatever part of its payment was returned", () => {
    for (const refunded of [0, 200]) {
      expect(ofPaid([parcel({})], refunded)).toBe("paid")
      expect(ofPaid([parcel({ shipped_at: at(1) })], refunded)).toBe("dispatched")
      expect(ofPaid([parcel({ shipped_at: at(1), delivered_at: at(2) })], refunded)).toBe("delivered")
    }
    expect(ofPaid([parcel({ shipped_at: at(1) })], 1650)).toBe("refunded")
  })

  it("is delivered when every parcel that left has arrived; one that was cancelled never left", () => {
    const arrived = parcel({ delivered_at: at(2) })
    expect(ofPaid([arrived, parcel({ shipped_at: at(1) })])).toBe("dispatched")
    expect(ofPaid([arrived, parcel({ shipped_at: at(1), canceled_at: at(3) })])).toBe("delivered")
    expect(ofPaid([parcel({ shipped_at: at(1), canceled_at: at(3) })])).toBe("paid")
  })
  it("is not delivered while a piece has not left", () => {
    const arrived = [parcel({ delivered_at: at(2) })]
    expect(ofPaid(arrived, 0, [line(3), line(2)])).toBe("dispatched")
    expect(ofPaid(arrived, 0, [line(3), line(0)])).toBe("dispatched")
    expect(ofPaid(arrived, 0, [line(3), line(3)])).toBe("delivered")
    expect(whereabouts({ items: [line(2)], fulfillments: arrived }).isPartlySent).toBe(true)
    // What is packed and has not left is no part that has.
    expect(whereabouts({ items: [line(0)], fulfillments: [parcel({})] }).isPartlySent).toBe(false)
  })

  it("is returned when every piece came back, whole or damaged, until its payment is returned as well", () => {
    const arrived = [parcel({ delivered_at: at(2) })]
    expect(ofPaid(arrived, 0, [line(3, 3), line(3, 2)])).toBe("delivered")
    expect(ofPaid(arrived, 0, [line(3, 3), line(3, 2, 1)])).toBe("returned")
    expect(ofPaid(arrived, 1300, [line(3, 3)])).toBe("returned")
    expect(ofPaid(arrived, 1650, [line(3, 3)])).toBe("refunded")
  })
})
