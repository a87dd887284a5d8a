import type { StoredInvoice } from "../domain/stored-invoice"
import type { Connection } from "../repository/database"
import { capturedInvoicesOf, findInvoice, markCaptured, markClosed } from "../repository/invoices"
import { isPaid } from "./payment-review"

/** What the shop's orders ask of invoices as they are captured, cancelled or expire. */
export function createSettlement(db: Connection) {
  return {
    /** An invoice as it stands now. */
    invoice: async (id: string): Promise<StoredInvoice | null> => findInvoice(db, "id", id),
    /** Whether the chain has paid this payment session in full, deep enough. The provider relies on nothing else. */
    isSessionPaid: async (sessionId: string): Promise<boolean> => {
      const invoice = await findInvoice(db, "session_id", sessionId)
      return invoice !== null && isPaid(invoice)
    },
    /** Whether another quote of the same order was paid and taken already. */
    isPaidByAnother: async ({ id, orderId }: StoredInvoice): Promise<boolean> =>
      (await capturedInvoicesOf(db, orderId)).some((captured) => captured.id !== id),
    /** Whether no later quote was made for the same order. */
    isNewest: async (invoice: StoredInvoice): Promise<boolean> =>
      (await findInvoice(db, "order_id", invoice.orderId))?.id === invoice.id,
    markCaptured: async (invoiceId: string): Promise<void> => markCaptured(db, invoiceId),
    markClosed: async (invoiceId: string, how: "expired" | "cancelled"): Promise<void> =>
      markClosed(db, invoiceId, how),
    /**
     * Closes the invoice of an order that is cancelled or was not placed after all; its address stays watched and is never
     * given again. A captured invoice is closed too: its money is owed to the buyer.
     */
    cancelOfOrder: async (orderId: string): Promise<void> => {
      const invoice = await findInvoice(db, "order_id", orderId)
      const captured = await capturedInvoicesOf(db, orderId)
      for (const id of new Set([...(invoice === null ? [] : [invoice]), ...captured].map((each) => each.id)))
        await markClosed(db, id, "cancelled")
    },
  }
}
