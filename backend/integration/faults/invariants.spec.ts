import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { BookedInvoice, BookedOrder, EndState } from "./end-state"
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

/** One order that was paid and captured, and one that was never paid and is cancelled. */
function sound(): EndState {
  const sentMails = [
    mail("order-placed", "paid"),
    mail("payment-confirmed", "paid"),
    mail("order-placed", "unpaid"),
  ]
  return {
    orders: [
      order("paid"),
      order("unpaid", {
        status: "canceled",
        summary: { paid_total: 0 },
        payment_collections: [{ payments: [] }],
      }),
    ],
    invoices: [
      invoice(0, "paid"),
      invoice(1, "unpaid", { state: "expired", received: 0n, is_captured: false }),
    ],
    countedOutputs: [{ address: "address-paid", txid: "aa", vout: 0, sats: due }],
    carts: [
      { order_id: "paid", cart_id: "cart-1" },
      { order_id: "unpaid", cart_id: "cart-2" },
    ],
    reservations: [{ line_item_id: "line-paid", quantity: 1 }],
    unfinishedActs: [],
    unsentMails: [],
    sentMails,
    openCases: [],
    wallets: [{ next_index: 2 }],
    levels: [{ item: "Honey", variantId: "honey", stocked: 5, reserved: 1 }],
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
      sales: [sale("cart-1", "paid"), sale("cart-2", "unpaid")],
      quotes: new Map([quote("paid"), quote("unpaid")].map((one) => [one.address, one])),
      payments: new Map([["aa", { txid: "aa", at: 0, timeliness: "in time" }]]),
    },
    blindPeriods: [],
  }
}

/** The sentences that a state breaks, by their beginnings. */
const broken = (over: Partial<EndState>) =>
  brokenInvariants({ ...sound(), ...over }).map(({ sentence }) => sentence)
const [paid, unpaid] = sound().orders
const [paidInvoice, unpaidInvoice] = sound().invoices
if (!paid || !unpaid || !paidInvoice || !unpaidInvoice) throw new Error("The sound state is incomplete.")
const withCaptures = (...amounts: number[]) =>
  order("paid", {
    payment_collections: [{ payments: [{ id: "pay", captures: amounts.map((amount) => ({ amount })) }] }],
  })

describe("what the fault campaign holds the end against", () => {
  it("finds nothing wrong with a sound end", () => {
    expect(broken({})).toEqual([])
  })

  it.each<[string, RegExp, Partial<EndState>]>([
    ["a paid order that was not captured", /^Every order whose money/, { orders: [withCaptures(), unpaid] }],
    ["one captured twice", /^No other order was captured/, { orders: [withCaptures(5, 5), unpaid] }],
    ["one captured for another sum", /^Every order whose money/, { orders: [withCaptures(4), unpaid] }],
    ["an unpaid one that was captured", /^No other order was captured/, { orders: [paid, order("unpaid")] }],
    [
      "a captured one that was cancelled",
      /^Medusa's captures/,
      { orders: [{ ...paid, status: "canceled" }, unpaid] },
    ],
    [
      "a capture that Medusa's own sums do not know",
      /^Medusa's captures/,
      { orders: [{ ...paid, summary: { paid_total: 0 } }, unpaid] },
    ],
    [
      "money that nobody looks after",
      /^Money that was not captured/,
      { paid: new Map([...sound().paid, ["address-unpaid", [output]]]) },
    ],
    [
      "an address twice",
      /^No address/,
      { invoices: [paidInvoice, { ...unpaidInvoice, address: paidInvoice.address }] },
    ],
    ["a gap", /^No address/, { invoices: [paidInvoice, { ...unpaidInvoice, address_index: 2 }] }],
    [
      "stock that a cancelled order keeps",
      /^Each item's reserved stock/,
      {
        reservations: [...sound().reservations, { line_item_id: "line-unpaid", quantity: 1 }],
        levels: [{ item: "Honey", variantId: "honey", stocked: 5, reserved: 2 }],
      },
    ],
    [
      "stock that was given back twice",
      /^Each item's reserved stock/,
      { levels: [{ item: "Honey", variantId: "honey", stocked: 5, reserved: 0 }] },
    ],
    [
      "more sold than there was",
      /^Nothing was sold/,
      { levels: [{ item: "Honey", variantId: "honey", stocked: 0, reserved: 1 }] },
    ],
    [
      "an unpaid order that stands for ever",
      /^An order that stands/,
      { orders: [paid, { ...unpaid, status: "pending" }] },
    ],
    ["half an order", /^Each basket/, { carts: sound().carts.slice(0, 1) }],
    [
      "an order without an address",
      /^Each basket/,
      { invoices: [paidInvoice], wallets: [{ next_index: 1 }] },
    ],
    [
      "two orders for one basket",
      /^Each basket/,
      {
        observer: {
          ...sound().observer,
          sales: [{ ...sale("cart-1", "paid"), orderIds: new Set(["paid", "unpaid"]) }],
        },
      },
    ],
    [
      "an effect that was never done",
      /^No invoice is still open/,
      { unfinishedActs: [{ invoice_id: "invoice-paid", kind: "capture", last_error: null }] },
    ],
    ["a buyer who was told nothing", /^Every buyer/, { sentMails: [], received: [] }],
    [
      "the same mail twice without a kill between",
      /^Each mail/,
      { received: [...sound().received, ...sound().received] },
    ],
    [
      "a satoshi more in the books than on the chain",
      /^The satoshis/,
      { invoices: [{ ...paidInvoice, received: due + 1n }, unpaidInvoice] },
    ],
  ])("finds %s", (_what, sentence, over) => {
    expect(broken(over)).toContainEqual(expect.stringMatching(sentence))
  })

  it("leaves to the shop's judgement what came in the last moment, and nothing else", () => {
    const came = (timeliness: "in time" | "in doubt" | "late") => {
      const { observer, ...rest } = sound()
      const payments = new Map([["aa", { txid: "aa", at: 0, timeliness }]])
      return expectedOutcomeOf({ ...rest, observer: { ...observer, payments } }, paid)
    }
    expect([came("in time"), came("in doubt"), came("late")]).toEqual(["captured", "either", "not captured"])
  })

  it("does not ask for a capture where a reorganisation took the money, nor call it wrong", () => {
    const end = { ...sound(), paid: new Map(), everDeep: new Map([["address-paid", [output]]]) }
    expect(expectedOutcomeOf(end, paid)).toBe("either")
  })
})
