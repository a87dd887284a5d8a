import * as z from "zod/mini"

/** The staff calls about payments: `/admin/payment-review/*`. Amounts are whole pence and decimal strings of satoshis. */

const text = z.nullable(z.string())
/** `GET /admin/payment-review/orders/{id}`. The payments themselves: `GET /admin/orders/{id}/payments`. */
export const paymentPanelSchema = z.object({
  panel: z.object({
    id: z.string(),
    number: z.int(),
    /** Staff charge the card by hand, or another provider does, and staff capture it in Medusa. */
    isCapturedByHand: z.boolean(),
    paymentStatus: z.object({
      isCancelled: z.boolean(),
      /** Still to be paid. Below zero: owed back. */
      outstandingPence: z.int(),
      /** The same without what comes back for an exchange: the buyer is not asked for that. */
      duePence: z.int(),
      /** By Medusa's sums. */
      capturedPence: z.int(),
      refundedPence: z.int(),
      /** Of a card payment: the bank has not decided yet, or has returned the money to the cardholder. */
      dispute: z.nullable(z.enum(["open", "lost"])),
      release: z.nullable(z.object({ by: z.string(), reason: z.string(), at: z.string() })),
      /** Null: it is paid. */
      whyUnpaid: text,
      mayShip: z.boolean(),
      /** All the money has gone back, a part was sent and no parcel lies packed: nothing else ends it. */
      mayComplete: z.boolean(),
    }),
    /** The buyer's notice that they withdraw from the order; null: none was sent. */
    withdrawal: z.nullable(
      z.object({
        at: z.string(),
        name: z.string(),
        address: z.string(),
        items: z.array(z.object({ name: z.string(), detail: z.string(), quantity: z.int() })),
        /** What the items cost. */
        pence: z.int(),
        settledAt: text,
        settledBy: text,
        /** What staff told the buyer. */
        note: text,
      }),
    ),
    needsDecision: z.boolean(),
  }),
})
export type PaymentPanel = z.infer<typeof paymentPanelSchema>["panel"]

const openCaseSchema = z.object({
  kind: z.string(),
  label: z.object({ text: z.string(), colour: z.enum(["red", "orange", "blue"]) }),
  orderId: z.string(),
  number: z.nullable(z.int()),
  paymentId: z.string(),
  since: z.string(),
  why: z.string(),
  /** The last moment to answer, such as to a dispute. */
  respondBy: text,
  pence: z.nullable(z.int()),
  pricePence: z.int(),
  bitcoin: z.nullable(z.object({ receivedSats: z.string(), dueSats: z.string() })),
  /** What is possible on the order's page, and which of it solves the case. */
  actions: z.array(z.string()),
  options: z.array(z.object({ action: z.string(), label: z.string() })),
})

/** A payment of which a part has arrived, while the rest may still be sent. */
const shortPaymentSchema = z.object({
  orderId: z.string(),
  number: z.nullable(z.int()),
  missingPence: z.int(),
  missingSats: z.string(),
  until: z.string(),
})

const closedCaseSchema = z.object({
  at: z.string(),
  orderId: z.string(),
  number: z.nullable(z.int()),
  what: z.string(),
  by: z.string(),
  reason: text,
})

const walletSchema = z.object({
  network: z.string(),
  next_index: z.int(),
  poll_age: z.nullable(z.number()),
  polled_by: text,
  last_failure: text,
  failing_for: z.nullable(z.number()),
  tip_height: z.nullable(z.int()),
})

/** `POST /admin/bitcoin-payments/wallet`: what the shop's wallet program shows now, or an address for a payment of the shop's own. */
export type WalletChange = { action: "set_gap_limit"; gap_limit: number } | { action: "own_payment" }

const walletStateSchema = z.object({
  unpaid_in_a_row: z.int(),
  gap_limit: z.nullable(z.int()),
  gap_limit_set: z.nullable(z.object({ by: z.string(), at: z.string() })),
  own_address: z.nullable(
    z.object({ address: z.string(), created_at: z.string(), seen_at: text, is_open: z.boolean() }),
  ),
})

/** `GET /admin/payment-review/overview` */
export const paymentOverviewSchema = z.object({
  overview: z.object({
    inbox: z.array(openCaseSchema),
    waiting: z.array(shortPaymentSchema),
    done: z.array(closedCaseSchema),
    status: z.nullable(
      z.object({
        wallet: walletSchema,
        watched: z.int(),
        messages_pending: z.int(),
        messages_failing: z.int(),
        mails_late: z.int(),
        states: z.record(z.string(), z.int()),
        gap: z.object({ now: z.int(), longest: z.int(), limit: z.int() }),
      }),
    ),
    source: z.array(z.object({ of: z.string(), height: z.nullable(z.int()), failure: text })),
    lag: z.nullable(z.int()),
    needs: z.array(z.string()),
    /** The wallet's first, each with the order that it was given out for. */
    addresses: z.array(
      z.object({
        address: z.string(),
        order: z.nullable(z.object({ id: z.string(), number: z.int() })),
      }),
    ),
    walletState: walletStateSchema,
  }),
})
export type PaymentOverview = z.infer<typeof paymentOverviewSchema>["overview"]
export type OpenCase = z.infer<typeof openCaseSchema>
export type ShortPayment = z.infer<typeof shortPaymentSchema>
export type ClosedCase = z.infer<typeof closedCaseSchema>
