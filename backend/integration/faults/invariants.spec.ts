import { describe, expect, it } from "vitest"
import type { EndState } from "./end-state"
import { expectedOutcomeOf } from "./expected-outcome"
import { brokenInvariants } from "./invariants"
import { cardPayment, due, EXPIRES, order, output, sale, validState } from "./valid-state"

/** The sentences that a state violates. */
const broken = (over: Partial<EndState>) =>
  brokenInvariants({ ...validState(), ...over }).map(({ sentence }) => sentence)
const [paid, unpaid, card] = validState().orders
const [paidInvoice, unpaidInvoice] = validState().invoices
if (!paid || !unpaid || !card || !paidInvoice || !unpaidInvoice)
  throw new Error("The valid state is incomplete.")
const withCaptures = (...amounts: number[]) =>
  order("paid", {
    payment_collections: [{ payments: [{ id: "pay", captures: amounts.map((amount) => ({ amount })) }] }],
  })

const refund = { address: "address-paid", sats: due }
const returned = new Map([[refund.address, due]])
const charged = (refunds: number[] = []) => ({ orderId: "card", pence: 500, refunds })
const uncaptured = cardPayment("card", { state: "cancelled", closed_how: "cancelled", is_captured: false })

const outages = (over: Partial<EndState["outages"]>): Partial<EndState> => ({
  outages: { ...validState().outages, ...over },
})

/** The only recorded poll started at 500. */
const outage = { fault: "has no peers", from: 600, to: 4000, isReported: true } as const

describe("the invariants of the fault campaign", () => {
  it("accept a valid final state", () => {
    expect(broken({})).toEqual([])
  })

  it.each<[string, RegExp, Partial<EndState>]>([
    ["a paid order that was not captured", /^Every order paid in time/, { orders: [withCaptures(), unpaid] }],
    ["an order captured twice", /^No other order was captured/, { orders: [withCaptures(5, 5), unpaid] }],
    [
      "an order captured for another amount",
      /^Every order paid in time/,
      { orders: [withCaptures(4), unpaid] },
    ],
    [
      "an unpaid order that was captured",
      /^No other order was captured/,
      { orders: [paid, order("unpaid")] },
    ],
    [
      "a captured order that was cancelled",
      /^Medusa's captures/,
      { orders: [{ ...paid, status: "canceled" }, unpaid] },
    ],
    [
      "a capture that is missing in Medusa's totals",
      /^Medusa's captures/,
      { orders: [{ ...paid, summary: { paid_total: 0 } }, unpaid] },
    ],
    [
      "a payment without a case",
      /^The invoice of every uncaptured/,
      { paid: new Map([...validState().paid, ["address-unpaid", [output]]]) },
    ],
    [
      "an address twice",
      /^No address/,
      { invoices: [paidInvoice, { ...unpaidInvoice, address: paidInvoice.address }] },
    ],
    ["a gap", /^No address/, { invoices: [paidInvoice, { ...unpaidInvoice, address_index: 2 }] }],
    [
      "stock that a cancelled order still reserves",
      /^The reserved stock/,
      {
        reservations: [...validState().reservations, { line_item_id: "line-unpaid", quantity: 1, of: null }],
        levels: [{ item: "Honey", variantId: "honey", stocked: 5, reserved: 3 }],
      },
    ],
    [
      "stock that was released twice",
      /^The reserved stock/,
      { levels: [{ item: "Honey", variantId: "honey", stocked: 5, reserved: 1 }] },
    ],
    [
      "an oversold product",
      /^No product was oversold/,
      { levels: [{ item: "Honey", variantId: "honey", stocked: 0, reserved: 1 }] },
    ],
    [
      "an unpaid order that stays active",
      /^Every active order/,
      { orders: [paid, { ...unpaid, status: "pending" }] },
    ],
    ["an order without a cart", /^Every cart/, { carts: validState().carts.slice(0, 1) }],
    [
      "an order without an address",
      /^Every cart/,
      { invoices: [paidInvoice], wallets: [{ id: "wallet", next_index: 1 }] },
    ],
    [
      "two orders for one cart",
      /^Every cart/,
      {
        observer: {
          ...validState().observer,
          sales: [{ ...sale("cart-1", "paid"), orderIds: new Set(["paid", "unpaid"]) }],
        },
      },
    ],
    [
      "an effect that was never done",
      /^No payment is open/,
      { unfinishedEffects: [{ payment_id: "invoice-paid", kind: "capture", last_error: null }] },
    ],
    [
      "a charged card that was not captured",
      /^Every order paid in time/,
      { orders: [paid, unpaid, { ...card, payment_collections: [] }] },
    ],
    ["an order that was captured without a charge", /^No other order was captured/, { charges: [] }],
    [
      "an order that was charged twice",
      /^Each order was charged once/,
      { charges: [charged(), charged([500])] },
    ],
    [
      "a charge that was neither captured nor returned",
      /^Each order was charged once/,
      { cardPayments: [uncaptured] },
    ],
    ["a captured charge that was returned", /^Each order was charged once/, { charges: [charged([500])] }],
    [
      "a charge that was returned twice",
      /^Each order was charged once/,
      { charges: [charged([500, 500])], cardPayments: [uncaptured] },
    ],
    [
      "a charge of another amount than the order's",
      /^Each order was charged once/,
      { charges: [{ ...charged(), pence: 499 }] },
    ],
    [
      "a card payment that is still open",
      /^No payment is open/,
      { cardPayments: [cardPayment("card", { state: "awaiting_payment", is_captured: false })] },
    ],
    [
      "a card order that ended without a mail",
      /^Every order was confirmed/,
      { orders: [paid, unpaid, { ...card, status: "canceled" }] },
    ],
    ["an order without mails", /^Every order was confirmed/, { sentMails: [], received: [] }],
    [
      "the same mail twice without a kill between",
      /^Every mail/,
      { received: [...validState().received, ...validState().received] },
    ],
    [
      "a recorded satoshi that is not on the chain",
      /^The recorded outputs/,
      { invoices: [{ ...paidInvoice, received: due + 1n }, unpaidInvoice] },
    ],
    [
      "an outage that the shop did not report",
      /^The shop reported each/,
      outages({ ofNode: [{ ...outage, isReported: false }] }),
    ],
    [
      "a poll during an outage",
      /^The shop reported each/,
      outages({ ofNode: [{ ...outage, from: 400, to: 4000 }] }),
    ],
    [
      "an outage of a service that the shop did not report",
      /^The shop reported each outage of Postgres/,
      outages({ ofServices: [{ fault: "Postgres crashes", ms: 60_000, isReported: false }] }),
    ],
    [
      "a wrong clock of the node that the shop did not report",
      /^The shop reported each time/,
      outages({ nodeClocks: [{ ahead: -300, isReported: false }] }),
    ],
    [
      "money that staff do not see",
      /^Every satoshi/,
      { paid: new Map([...validState().paid, ["address-unpaid", [output]]]) },
    ],
    [
      "more money than was due that staff do not see",
      /^Every satoshi/,
      { paid: new Map([["address-paid", [{ ...output, sats: due + 1n }]]]) },
    ],
    [
      "the money of an order that its buyer cancelled, which staff do not see",
      /^Every satoshi/,
      { orders: [{ ...paid, status: "canceled" }, unpaid, card] },
    ],
    [
      "money at an address that a buyer was given and the shop forgot",
      /^Every satoshi/,
      { invoices: [unpaidInvoice] },
    ],
    [
      "a refund that was recorded twice",
      /^Each refund/,
      { observer: { ...validState().observer, refunds: returned }, recordedRefunds: [refund, refund] },
    ],
    [
      "a gap in another wallet",
      /^No address/,
      { wallets: [...validState().wallets, { id: "next wallet", next_index: 1 }] },
    ],
  ])("reject %s", (_what, sentence, over) => {
    expect(broken(over)).toContainEqual(expect.stringMatching(sentence))
  })

  it("accept a poll before an outage, or judged by a wrong clock, and faults that heal at once", () => {
    expect(broken(outages({ ofNode: [outage] }))).toEqual([])
    const during = { ...outage, from: 400, to: 4000 }
    expect(broken({ ...outages({ ofNode: [during] }), wrongClock: [{ from: 0, to: 600, byMs: 5 }] })).toEqual(
      [],
    )
    expect(broken(outages({ ofNode: [{ ...outage, fault: "was replaced", isReported: false }] }))).toEqual([])
  })

  it("accept money that staff see or have sent back", () => {
    expect(broken({ orders: [{ ...paid, total: 0, credit_line_total: 5 }, unpaid, card] })).toEqual([])
    const again = new Map([["address-paid", [output, { ...output, vout: 1 }]]])
    const sentence = /^Every satoshi|^Each refund/
    const complaints = (over: Partial<EndState>) => broken(over).filter((one) => sentence.test(one))
    expect(complaints({ paid: again, inbox: [{ paymentId: "invoice-paid" }] })).toEqual([])
    const observer = { ...validState().observer, refunds: returned }
    expect(complaints({ observer, recordedRefunds: [refund] })).toEqual([])
    // Late money for an order whose payment was sent back.
    expect(complaints({ observer, recordedRefunds: [refund], paid: again })).toHaveLength(1)
  })

  it("accept both outcomes for a payment before a staff's cancellation, and after a buyer's, only", () => {
    const outcome = (by: "buyer" | "staff", askedAt: number, isDone: boolean | null) => {
      const end = validState()
      const cancellations = new Map([["paid", { by, askedAt, isDone }]])
      return expectedOutcomeOf({ ...end, observer: { ...end.observer, cancellations } }, paid)
    }
    // The payment was made at 0.
    expect([outcome("buyer", 5, true), outcome("buyer", -5, true), outcome("buyer", -5, false)]).toEqual([
      "captured",
      "either",
      "captured",
    ])
    expect([outcome("staff", 5, true), outcome("staff", 5, null), outcome("staff", 5, false)]).toEqual([
      "either",
      "either",
      "captured",
    ])
  })

  it("accept both outcomes for a payment that a source denied at its deadline only", () => {
    const denied = (from: number, to: number) =>
      expectedOutcomeOf({ ...validState(), ...outages({ stale: [{ from, to }] }) }, paid)
    expect([denied(4000, EXPIRES), denied(4000, EXPIRES - 1), denied(6000, EXPIRES)]).toEqual([
      "either",
      "captured",
      "captured",
    ])
  })

  it("accept both outcomes for a payment at the last moment only", () => {
    const came = (timeliness: "in time" | "in doubt" | "late") => {
      const { observer, ...rest } = validState()
      const payments = new Map([["aa", { txid: "aa", at: 0, deadline: EXPIRES, timeliness }]])
      return expectedOutcomeOf({ ...rest, observer: { ...observer, payments } }, paid)
    }
    expect([came("in time"), came("in doubt"), came("late")]).toEqual(["captured", "either", "not captured"])
  })

  it("accept both outcomes for a charge when the order may have been over only", () => {
    const outcome = (timeliness: "in time" | "in doubt") => {
      const end = validState()
      const charges = new Map([["card", timeliness]])
      return expectedOutcomeOf({ ...end, observer: { ...end.observer, charges } }, card)
    }
    expect([outcome("in time"), outcome("in doubt")]).toEqual(["captured", "either"])
  })

  it("accept both outcomes for a payment judged by a wrong clock only", () => {
    const judged = (from: number) => {
      const wrongClock = [{ from, to: from + 10, byMs: -500 }]
      return expectedOutcomeOf({ ...validState(), wrongClock }, paid)
    }
    // The quote ends at 1,000,000.
    expect([judged(EXPIRES + 400), judged(EXPIRES + 600)]).toEqual(["either", "captured"])
  })

  it("accept both outcomes for a payment that staff sent back before it was captured", () => {
    const end = validState()
    const observer = { ...end.observer, refundedBeforeCapture: new Set(["paid"]) }
    expect(expectedOutcomeOf({ ...end, observer }, paid)).toBe("either")
  })

  it("accept both outcomes for a payment that a reorganisation removed", () => {
    const end = { ...validState(), paid: new Map(), everDeep: new Map([["address-paid", [output]]]) }
    expect(expectedOutcomeOf(end, paid)).toBe("either")
  })
})
