import { followUrl, shop } from "./shop"

const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const end = "2026-06-21T15:05:00.000Z"
const due = { btc: "0.00134625", sats: "134625" }
const received = { btc: "0.00130000", sats: "130000" }
const missing = { btc: "0.00004625", sats: "4625" }

/** Less came than was due. */
export const underpaid = {
  shop,
  number: 1042,
  received,
  remaining: missing,
  address,
  uri: `bitcoin:${address}?amount=0.00004625&label=Bramble%20%26%20Comb`,
  payBefore: "2026-06-21T15:20:00.000Z",
}

/** Nothing came; a new quote can still be had. */
export const expired = {
  shop,
  number: 1042,
  expiredAt: end,
  renewal: { url: "https://shop.test/checkout?order=order_01J", before: "2026-06-21T15:35:00.000Z" },
}

/** Staff made a new invoice. */
export const newInvoice = {
  shop,
  number: 1042,
  totalPence: 5385,
  amount: due,
  address,
  uri: `bitcoin:${address}?amount=0.00134625&label=Bramble%20%26%20Comb`,
  payBefore: end,
  followUrl,
}

/** Too little came, and too late. */
export const review = { shop, number: 1042, received, reasons: ["late", "short"] }

/** The same, as staff read of it. */
export const staffCase = {
  shop,
  number: 1042,
  totalPence: 5385,
  buyer: "ann@x.test",
  orderUrl: "https://backend.shop.test/app/orders/order_01J",
  invoices: [
    {
      closed: "expired",
      isCaptured: false,
      flags: ["short", "late", "replaced"],
      due,
      received,
      missing,
      surplus: null,
      expiredAt: end,
      address,
      transactions: [
        {
          txid: "4e3b2d1c".repeat(8),
          amount: received,
          status: "confirmed",
          height: 812345,
          seenAt: "2026-06-21T15:40:00.000Z",
        },
        {
          txid: "0a1b2c3d".repeat(8),
          amount: due,
          status: "gone",
          height: null,
          seenAt: "2026-06-21T15:01:00.000Z",
        },
      ],
    },
  ],
} as const
