import { isLive, type ClosedHow, type Policy } from "../domain/invoice"
import { reservedUntil } from "../domain/reservation"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Clock } from "../ports/clock"
import type { Connection } from "medusa-payments/database"
import { findInvoice, invoicesOf, markCaptured, markClosed } from "../repository/invoices"
import { detailsOfOrder, requestPolls } from "../repository/payment-review"
import type { Lightning } from "./lightning"
import { isPolled } from "./order-polls"
import { isPaid } from "./payment-review"

/** When the end of an order is tried again whose addresses are to be polled first. */
const RETRY_MS = 3000
/** Money that keeps an order's stock may be gone before its time: it is looked at again after this long. */
const RECHECK_MS = 10 * 60_000

interface Parts {
  readonly db: Connection
  readonly policy: Policy
  readonly clock: Clock
  /** Null: the shop has no Lightning node. */
  readonly lightning: Pick<Lightning, "isUnasked"> | null
}

/** Satoshis are digits, the rate a decimal. By Lightning the transaction id is the payment hash. */
interface PaymentProof {
  readonly address: string
  readonly rate: string
  readonly currency: string
  readonly amountSats: string
  readonly receivedSats: string
  readonly txids: readonly string[]
}

export type EndByClock =
  | { readonly kind: "kept" }
  | { readonly kind: "later"; readonly notBefore: Date }
  | { readonly kind: "over"; readonly invoiceId: string }

export function createSettlement({ db, policy, clock, lightning }: Parts) {
  return {
    /**
     * Whether the clock ends an order that is not paid in full. All of its quotes count, and only a poll that started after
     * the end of its reservation decides: while the chain source does not answer, the order waits.
     */
    endByClock: async (orderId: string): Promise<EndByClock> => {
      const all = await detailsOfOrder(db, orderId)
      const newest = all.find(({ isNewest }) => isNewest)?.invoice
      const until = Math.max(...all.map((each) => reservedUntil(each.invoice, each.outputs, policy)))
      if (newest === undefined || until === Infinity) return { kind: "kept" }
      // Closed already: a crash interrupted the cancellation. Its stock may be released, and later money is late.
      if (newest.closed === "expired") return { kind: "over", invoiceId: newest.id }
      const now = clock()
      const isLater = now <= until
      // Superseded: the order is to be paid otherwise, but money for one of its quotes may wait for a decision.
      if (newest.closed !== null && !(isLater && newest.closed === "superseded")) return { kind: "kept" }
      if (isLater) return { kind: "later", notBefore: new Date(Math.min(until + 1, now + RECHECK_MS)) }
      const asked = all.filter(({ invoice }) => invoice.closed === null)
      const isAnswered = asked.every((each) => each.invoice.lastPollAt > until && isPolled(each, policy))
      if (isAnswered && (await lightning?.isUnasked(orderId)) !== true)
        return { kind: "over", invoiceId: newest.id }
      await requestPolls(
        db,
        asked.map(({ invoice }) => invoice.id),
      )
      return { kind: "later", notBefore: new Date(now + RETRY_MS) }
    },
    invoice: async (id: string): Promise<StoredInvoice | null> => findInvoice(db, "id", id),
    /** How this payment session was paid, for Medusa's payment: what the books need without our tables. */
    proofOf: async (sessionId: string): Promise<PaymentProof | null> => {
      const invoice = await findInvoice(db, "session_id", sessionId)
      if (invoice === null) return null
      const { id, orderId, address, rate, currency, due, received } = invoice
      const all = await detailsOfOrder(db, orderId)
      const outputs = all.find((each) => each.invoice.id === id)?.outputs ?? []
      return {
        address,
        ...{ rate, currency, amountSats: due.toString(), receivedSats: received.toString() },
        txids: [...new Set(outputs.filter(isLive).map(({ txid }) => txid))],
      }
    },
    /** Whether the chain has paid this payment session in full, deep enough. The provider relies on nothing else. */
    isSessionPaid: async (sessionId: string): Promise<boolean> => {
      const invoice = await findInvoice(db, "session_id", sessionId)
      return invoice !== null && isPaid(invoice)
    },
    /** The sessions of an order of whose quotes none is captured: a renewed quote shares its session. */
    unmarked: async (orderId: string) => {
      const all = await invoicesOf(db, orderId)
      const marked = all.filter(({ captured }) => captured).map(({ sessionId }) => sessionId)
      const sessions = new Set(all.map(({ sessionId }) => sessionId).filter((id) => !marked.includes(id)))
      const mark = async (sessionId: string) => {
        const paid = await findInvoice(db, "session_id", sessionId)
        if (paid !== null) await markCaptured(db, paid.id)
      }
      return [...sessions].map((sessionId) => ({ sessionId, markCaptured: async () => mark(sessionId) }))
    },
    markCaptured: async (invoiceId: string): Promise<void> => markCaptured(db, invoiceId),
    markClosed: async (invoiceId: string, how: ClosedHow): Promise<void> => markClosed(db, invoiceId, how),
    /**
     * For an order that is cancelled, was not placed after all, or is to be paid in another way. The addresses stay watched and
     * are never given again. A captured invoice is closed too: its money is owed to the buyer.
     */
    closeOfOrder: async (orderId: string, how: Exclude<ClosedHow, "expired">): Promise<void> => {
      const all = await invoicesOf(db, orderId)
      // The clock ended the order, and closed its newest quote: so ended the older ones.
      const isOver = all[0]?.closed === "expired"
      for (const { id, captured } of all) await markClosed(db, id, isOver && !captured ? "expired" : how)
    },
  }
}
