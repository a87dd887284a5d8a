import type { Policy } from "../domain/invoice"
import type { Clock } from "../ports/clock"
import type { PooledConnection, Notifications } from "../repository/notifications"
import { recordClaim } from "../repository/claims"
import { findInvoice } from "../repository/invoices"
import { lightningOf } from "../repository/lightning"
import { markViewed } from "../repository/poll-times"
import type { Lightning } from "./lightning"
import { paymentView, type BitcoinPayment } from "./payment-view"
import type { createQuotes, QuotedOrder } from "./quotes"

/** How often an open order page is recorded: a buyer who looks at the address is about to pay. */
const VIEW_HEARTBEAT_MS = 60_000

interface OrderPaymentsParts {
  readonly db: PooledConnection
  readonly policy: Policy
  readonly quotes: Pick<ReturnType<typeof createQuotes>, "open">
  readonly notifications: Pick<Notifications, "subscribe">
  readonly clock: Clock
  /** Null: the shop has no Lightning node. */
  readonly lightning: Pick<Lightning, "offer"> | null
  readonly onFailure: (message: string) => void
}

/** What the buyer sees of an order's payment, and says of it. Wallets show `label`, the shop's name, beside it. */
export function createOrderPayments(parts: OrderPaymentsParts) {
  const { db, policy, quotes, notifications, clock, onFailure } = parts
  const view = async (column: "id" | "order_id", value: string, label: string) => {
    const invoice = await findInvoice(db, column, value)
    if (invoice === null) return null
    const lightning = await lightningOf(db, invoice.id)
    if (lightning === null) void parts.lightning?.offer(invoice)
    return paymentView(invoice, policy, label, lightning, clock())
  }
  return {
    /** One invoice for each payment session. @throws BitcoinUnavailable without a rate or a verified address */
    open: async (order: QuotedOrder, label: string): Promise<BitcoinPayment> =>
      paymentView(await quotes.open(order), policy, label, null, clock()),
    /** What the buyer may know of an order's payment; null when the order is not paid in Bitcoin. */
    ofOrder: async (orderId: string, label: string): Promise<BitcoinPayment | null> =>
      view("order_id", orderId, label),
    ofInvoice: async (invoiceId: string, label: string): Promise<BitcoinPayment | null> =>
      view("id", invoiceId, label),
    /** Calls back whenever something about this order's payment changed, in whichever process. @returns how to stop */
    subscribe: async (orderId: string, onChange: () => void): Promise<() => void> => {
      const isViewed = () =>
        markViewed(db, orderId).catch((error: unknown) =>
          onFailure(`Bitcoin: an open order page was not recorded: ${String(error)}`),
        )
      await isViewed()
      const heartbeat = setInterval(() => void isViewed(), VIEW_HEARTBEAT_MS)
      heartbeat.unref()
      const unsubscribe = notifications.subscribe(orderId, onChange)
      return () => {
        clearInterval(heartbeat)
        unsubscribe()
      }
    },
    /** Keeps a transaction id that a buyer sent. It changes nothing: only the chain proves a payment. */
    recordClaim: async (orderId: string, transactionId: string): Promise<void> => {
      const invoice = await findInvoice(db, "order_id", orderId)
      if (invoice === null) return
      const isTxid = /^[0-9a-f]{64}$/i.test(transactionId)
      await recordClaim(db, invoice.id, transactionId, isTxid ? "pending" : "unverifiable")
    },
  }
}
