import { createHash } from "node:crypto"
import type { BookedCardPayment, BookedInvoice, BookedOrder, EndState } from "./end-state"

export const EXPIRES = 1_000_000
export const due = 1_000n

export const order = (id: string, over: Partial<BookedOrder> = {}): BookedOrder => ({
  id,
  status: "pending",
  email: `${id}@faults.example`,
  total: 5,
  credit_line_total: 0,
  summary: { paid_total: 5, pending_difference: 0 },
  items: [{ id: `line-${id}`, variant_id: "honey", quantity: 1, detail: { fulfilled_quantity: 0 } }],
  payment_collections: [{ captured_amount: 5, payments: [{ id: `pay-${id}`, captures: [{ amount: 5 }] }] }],
  ...over,
})
export const invoice = (
  index: number,
  order_id: string,
  over: Partial<BookedInvoice> = {},
): BookedInvoice => ({
  id: `invoice-${order_id}`,
  order_id,
  wallet_id: "wallet",
  address_index: index,
  address: `address-${order_id}`,
  state: "confirmed",
  due,
  received: due,
  is_captured: true,
  pence: 500,
  created_at: new Date(0),
  history: null,
  ...over,
})
export const cardPayment = (order_id: string, over: Partial<BookedCardPayment> = {}): BookedCardPayment => ({
  id: `card-${order_id}`,
  order_id,
  state: "paid",
  closed_how: null,
  is_captured: true,
  pence: 500,
  created_at: new Date(0),
  ...over,
})
export const output = { txid: "aa", vout: 0, sats: due, confirmations: 6 }
const mail = (template: string, id: string) => ({
  key: `${template}:${id}`,
  order_id: id,
  to: `${id}@faults.example`,
  template,
  attempts: 1,
})
const messageId = (key: string) =>
  `<${createHash("sha256").update(key).digest("hex").slice(0, 40)}@bramble-and-comb.example>`
export const sale = (cartId: string, orderId: string) => ({
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
export function validState(): EndState {
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
        summary: { paid_total: 0, pending_difference: 5 },
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
    countedOutputs: [{ address: "address-paid", txid: "aa", vout: 0, sats: due, is_earlier: false }],
    carts: [
      { order_id: "paid", cart_id: "cart-1" },
      { order_id: "unpaid", cart_id: "cart-2" },
      { order_id: "card", cart_id: "cart-3" },
    ],
    reservations: [
      { line_item_id: "line-paid", quantity: 1, of: null },
      { line_item_id: "line-card", quantity: 1, of: null },
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
      payments: new Map([["aa", { txid: "aa", at: 0, deadline: EXPIRES, timeliness: "in time" }]]),
      charges: new Map([["card", "in time"]]),
      cancellations: new Map(),
      refunds: new Map(),
      refundedBeforeCapture: new Set(),
      changes: new Map(),
      readings: 0,
      overAsked: [],
    },
    blindPeriods: [],
    pollTimes: [500],
    outages: {
      ofNode: [],
      ofServices: [{ fault: "Redis restarts empty", ms: 3000, isReported: true }],
      nodeClocks: [
        { ahead: -300, isReported: true },
        { ahead: 7200, isReported: null },
      ],
      stale: [],
    },
    inbox: [],
    recordedRefunds: [],
    wrongClock: [],
  }
}
