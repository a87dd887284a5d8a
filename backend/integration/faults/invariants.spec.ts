import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { BookedCardPayment, BookedInvoice, BookedOrder, EndState } from "./end-state"
import { expectedOutcomeOf } from "./expected-outcome"
import { brokenInvariants } from "./invariants"

const EXPIRES = 1_000_000
const due = 1_000n

const order = (id: string, over: Partial<BookedOrder> = {}): BookedOrder => ({
  id,
  status: "pending",
  email: `${id}@faults.example`,
  total: 5,
  summary: { paid_total: 5 },
  items: [{ id: `line-${id}`, variant_id: "honey", quantity: 1 }],
  payment_collections: [{ captured_amount: 5, payments: [{ id: `pay-${id}`, captures: [{ amount: 5 }] }] }],
  ...over,
})
const invoice = (index: number, order_id: string, over: Partial<BookedInvoice> = {}): BookedInvoice => ({
  id: `invoice-${order_id}`,
  order_id,
  wallet_id: "wallet",
  address_index: index,
  address: `address-${order_id}`,
  state: "confirmed",
  due,
  received: due,
  is_captured: true,
  ...over,
})
const cardPayment = (order_id: string, over: Partial<BookedCardPayment> = {}): BookedCardPayment => ({
  id: `card-${order_id}`,
  order_id,
  state: "paid",
  closed_how: null,
  is_captured: true,
  ...over,
})
const output = { txid: "aa", vout: 0, sats: due, confirmations: 6 }
const mail = (template: string, id: string) => ({
  key: `${template}:${id}`,
  order_id: id,
  to: `${id}@faults.example`,
  template,
  attempts: 1,
})
const messageId = (key: string) =>
  `<${createHash("sha256").update(key).digest("hex").slice(0, 40)}@bramble-and-comb.example>`
const sale = (cartId: string, orderId: string) => ({
  cartId,
  orderIds: new Set([orderId]),
  email: "",
  left: false,
  refusal: null,
})
const quote = (orderId: string) => ({
  orderId,
  address: `address-${orderId}`,
  due,
  expiresAt: EXPIRES,
  confirmations: 1,
})

/** Two orders that were paid and captured, one of them by card, and one that was never paid and is cancelled. */
function validState(): EndState {
  const sentMails = [
    mail("order-placed", "paid"),
    mail("payment-confirmed", "paid"),
    mail("order-placed", "unpaid"),
    mail("order-placed", "card"),
    mail("payment-confirmed", "card"),
  ]
  return {
    orders: [
      order("paid"),
      order("unpaid", {
        status: "canceled",
        summary: { paid_total: 0 },
        payment_collections: [{ payments: [] }],
      }),
      order("card"),
    ],
    cardPayments: [cardPayment("card")],
    charges: [{ orderId: "card", pence: 500, refunds: [] }],
    invoices: [
      invoice(0, "paid"),
      invoice(1, "unpaid", { state: "expired", received: 0n, is_captured: false }),
    ],
    countedOutputs: [{ address: "address-paid", txid: "aa", vout: 0, sats: due }],
    carts: [
      { order_id: "paid", cart_id: "cart-1" },
      { order_id: "unpaid", cart_id: "cart-2" },
      { order_id: "card", cart_id: "cart-3" },
    ],
    reservations: [
      { line_item_id: "line-paid", quantity: 1 },
      { line_item_id: "line-card", quantity: 1 },
    ],
    unfinishedEffects: [],
    unsentMails: [],
    withdrawnMails: [],
    sentMails,
    openCases: [],
    wallets: [{ id: "wallet", next_index: 2 }],
    levels: [{ item: "Honey", variantId: "honey", stocked: 5, reserved: 2 }],
    received: sentMails.map(({ key, to }) => ({
      messageId: messageId(key),
      receivers: [to],
      headers: [],
      headerLines: [],
      attachments: [],
    })),
    paid: new Map([["address-paid", [output]]]),
    everDeep: new Map(),
    observer: {
      sales: [sale("cart-1", "paid"), sale("cart-2", "unpaid"), sale("cart-3", "card")],
      quotes: new Map([quote("paid"), quote("unpaid")].map((one) => [one.address, one])),
      payments: new Map([["aa", { txid: "aa", at: 0, timeliness: "in time" }]]),
      charges: new Map([["card", "in time"]]),
    },
    blindPeriods: [],
    pollTimes: [500],
    nodeOutages: [],
    serviceOutages: [{ fault: "Redis restarts empty", ms: 3000, isReported: true }],
    wrongClock: [],
  }
}

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

const charged = (refunds: number[] = []) => ({ orderId: "card", pence: 500, refunds })
const uncaptured = cardPayment("card", { state: "cancelled", closed_how: "cancelled", is_captured: false })

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
        reservations: [...validState().reservations, { line_item_id: "line-unpaid", quantity: 1 }],
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
      { nodeOutages: [{ ...outage, isReported: false }] },
    ],
    [
      "a poll during an outage",
      /^The shop reported each/,
      { nodeOutages: [{ ...outage, from: 400, to: 4000 }] },
    ],
    [
      "an outage of a service that the shop did not report",
      /^The shop reported each outage of Postgres/,
      { serviceOutages: [{ fault: "Postgres crashes", ms: 60_000, isReported: false }] },
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
    expect(broken({ nodeOutages: [outage] })).toEqual([])
    const during = { ...outage, from: 400, to: 4000 }
    expect(broken({ nodeOutages: [during], wrongClock: [{ from: 0, to: 600, byMs: 5 }] })).toEqual([])
    expect(broken({ nodeOutages: [{ ...outage, fault: "was replaced", isReported: false }] })).toEqual([])
  })

  it("accept both outcomes for a payment at the last moment only", () => {
    const came = (timeliness: "in time" | "in doubt" | "late") => {
      const { observer, ...rest } = validState()
      const payments = new Map([["aa", { txid: "aa", at: 0, timeliness }]])
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

  it("accept both outcomes for a payment that a reorganisation removed", () => {
    const end = { ...validState(), paid: new Map(), everDeep: new Map([["address-paid", [output]]]) }
    expect(expectedOutcomeOf(end, paid)).toBe("either")
  })
})
