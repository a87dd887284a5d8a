import { describe, expect, it } from "vitest"
import type { BookedOrder, EndState } from "./end-state"
import { expectedOutcomeOf } from "./expected-outcome"
import { brokenInvariants } from "./invariants"
import { cardPayment, due, EXPIRES, invoice, order, output, sale, validState } from "./valid-state"

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

const inboxOf = (paymentId: string, text: string, pence: number | null = null) => ({
  ...{ paymentId, pence, orderId: paymentId.replace(/^(?:invoice|card)-/, "") },
  label: { text, colour: "red" as const },
})
/** The state in which staff changed the paid order, or the card's. */
function changed(over: Partial<EndState>, id: "paid" | "card" = "paid", isDone = true): Partial<EndState> {
  const end = validState()
  const changes = new Map([[id, { what: "more pieces" as const, isDone, refusal: null }]])
  const mail = { key: `order-changed:${id}`, order_id: id, to: "", template: "order-changed", attempts: 1 }
  return { sentMails: [...end.sentMails, mail], observer: { ...end.observer, changes }, ...over }
}
/** What the paid order costs, has to be paid of it, and was refunded, in pounds. */
const costing = (total: number, rest: number, refunds: number[] = []): BookedOrder => ({
  ...paid,
  total,
  summary: { paid_total: 5, pending_difference: rest },
  payment_collections: [
    {
      captured_amount: 5,
      payments: [{ id: "pay", captures: [{ amount: 5 }], refunds: refunds.map((amount) => ({ amount })) }],
    },
  ],
})
const DIFFERENCE = { is_captured: false, state: "expired", received: 0n, created_at: new Date(1) }
const difference = (pence: number) =>
  invoice(2, "paid", { ...DIFFERENCE, id: "difference", address: "second", pence })

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
      { orders: [{ ...paid, summary: { paid_total: 0, pending_difference: 0 } }, unpaid] },
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
    [
      "a difference that is not asked for",
      /^What was captured and not refunded/,
      changed({ orders: [costing(8, 3), unpaid, card] }),
    ],
    [
      "a payment that asks for another amount than the difference",
      /^What was captured and not refunded/,
      changed({
        orders: [costing(8, 3), unpaid, card],
        invoices: [paidInvoice, unpaidInvoice, difference(299)],
      }),
    ],
    [
      "money that goes back and is in no inbox",
      /^What was captured and not refunded/,
      changed({ orders: [costing(3, -2), unpaid, card], inbox: [inboxOf("invoice-paid", "Overpaid", 200)] }),
    ],
    [
      "another amount in the inbox than goes back",
      /^What was captured and not refunded/,
      changed({
        orders: [costing(3, -2), unpaid, card],
        inbox: [inboxOf("invoice-paid", "Refund due", 199)],
      }),
    ],
    [
      "a refund in the inbox that was made",
      /^What was captured and not refunded/,
      changed({
        orders: [costing(3, 0, [2]), unpaid, card],
        inbox: [inboxOf("invoice-paid", "Refund due", 200)],
      }),
    ],
    [
      "the money of a cancelled order that is in no inbox",
      /^What was captured and not refunded/,
      { orders: [{ ...paid, status: "canceled" }, unpaid, card] },
    ],
    [
      "sums of Medusa's that forget a refund",
      /^Medusa's sums/,
      { orders: [costing(3, -2, [2]), unpaid, card] },
    ],
    [
      "a payment that was captured twice",
      /^Each captured payment/,
      { orders: [withCaptures(5, 5), unpaid, card] },
    ],
    [
      "a capture of another amount than was asked",
      /^Each captured payment/,
      { orders: [withCaptures(4), unpaid] },
    ],
    [
      "two captured payments with one capture",
      /^Each captured payment/,
      changed({ invoices: [paidInvoice, unpaidInvoice, { ...difference(500), is_captured: true }] }),
    ],
    [
      "a charge that a changed order did not ask for",
      /^Each charge of an order that staff changed/,
      changed({ charges: [{ ...charged(), pence: 499 }] }, "card"),
    ],
    [
      "a charge of a changed order that was neither captured nor returned",
      /^Each charge of an order that staff changed/,
      changed({ charges: [charged(), charged()] }, "card"),
    ],
    [
      "a refund to a card that Medusa does not have",
      /^Each charge of an order that staff changed/,
      changed({ charges: [charged([200])] }, "card"),
    ],
    [
      "a page that asks for more than is due",
      /^No page asked/,
      {
        observer: {
          ...validState().observer,
          overAsked: [{ orderId: "paid", at: 0, askedPence: 500, duePence: 300 }],
        },
      },
    ],
    [
      "an edit that its buyer was not told of",
      /^The buyer of each order/,
      changed({ sentMails: validState().sentMails }),
    ],
    [
      "a reservation for what was sent",
      /^The reserved stock/,
      {
        orders: [
          { ...paid, items: paid.items.map((item) => ({ ...item, detail: { fulfilled_quantity: 1 } })) },
          unpaid,
          card,
        ],
      },
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

  it("accept an order that staff changed if its difference is asked for, returned, or in the inbox", () => {
    const sentence =
      /^What was|^Medusa's sums|^Each captured|^Each charge|^Every order paid|^Each refund|^Every satoshi/
    const complaints = (over: Partial<EndState>) => broken(changed(over)).filter((one) => sentence.test(one))
    const after = (one: BookedOrder, over: Partial<EndState> = {}) =>
      complaints({ orders: [one, unpaid, card], ...over })
    expect(after(costing(8, 3), { invoices: [paidInvoice, unpaidInvoice, difference(300)] })).toEqual([])
    expect(after(costing(3, -2), { inbox: [inboxOf("invoice-paid", "Refund due", 200)] })).toEqual([])
    expect(after(costing(3, 0, [2]))).toEqual([])
    const both = order("paid", {
      total: 8,
      summary: { paid_total: 8, pending_difference: 0 },
      payment_collections: [5, 3].map((amount) => ({
        captured_amount: amount,
        payments: [{ id: String(amount), captures: [{ amount }] }],
      })),
    })
    const second = { ...difference(300), is_captured: true }
    expect(after(both, { invoices: [paidInvoice, unpaidInvoice, second] })).toEqual([])
    const observer = { ...changed({}).observer, refunds: new Map([[refund.address, 400n]]) }
    expect(
      after(costing(3, 0, [2]), {
        observer: { ...validState().observer, ...observer },
        recordedRefunds: [{ ...refund, sats: 400n }],
      }),
    ).toEqual([])
  })

  it("accept a captured card payment that was returned in full, for a return of all items", () => {
    const allBack: BookedOrder = { ...costing(0, 0, [5]), id: "card" }
    const end = changed({ orders: [paid, unpaid, allBack], charges: [charged([500])] }, "card")
    expect(broken(end).filter((one) => one.startsWith("Each charge"))).toEqual([])
  })

  it("accept money that staff see or have sent back", () => {
    expect(broken({ orders: [{ ...costing(0, 0, [5]), credit_line_total: 5 }, unpaid, card] })).toEqual([])
    const again = new Map([["address-paid", [output, { ...output, vout: 1 }]]])
    const sentence = /^Every satoshi|^Each refund/
    const complaints = (over: Partial<EndState>) => broken(over).filter((one) => sentence.test(one))
    expect(complaints({ paid: again, inbox: [inboxOf("invoice-paid", "Overpaid")] })).toEqual([])
    const observer = { ...validState().observer, refunds: returned }
    expect(complaints({ observer, recordedRefunds: [refund] })).toEqual([])
    // Late money for an order whose payment was sent back.
    expect(complaints({ observer, recordedRefunds: [refund], paid: again })).toHaveLength(1)
  })

  it("accept money that a reorganisation put in a block from before its order, if staff see it", () => {
    const { paid: before, countedOutputs: counted } = validState()
    const address = unpaidInvoice.address
    const earlier = {
      paid: new Map([...before, [address, [output]]]),
      countedOutputs: [...counted, { address, txid: "aa", vout: 0, sats: due, is_earlier: true }],
    }
    const inbox = [inboxOf(unpaidInvoice.id, "Not for this order")]
    expect(broken({ ...earlier, inbox })).not.toContainEqual(
      expect.stringMatching(/^(?:The (?:invoice|recorded)|Every satoshi)/),
    )
    expect(broken(earlier)).toContainEqual(expect.stringMatching(/^Every satoshi/))
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
