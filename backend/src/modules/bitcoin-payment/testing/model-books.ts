import type { OutboxMessage, Ledger, StoredInvoice } from "../ports/ledger"

export interface ModelOrder {
  readonly id: string
  readonly pricePence: bigint
  status: "pending" | "canceled"
  /** The invoices whose money was taken into the books; one at most. */
  readonly capturedFor: string[]
  reserved: number
  released: number
}

/** A word of what was done in the world outside, in the order it was done. */
export interface Deed {
  readonly kind: OutboxMessage["kind"]
  readonly invoiceId: string
  readonly orderId: string
}

/** A moment at which the process may die. */
export type Moment = (name: string) => Promise<void>

/**
 * The commerce around the invoices (orders, stock, mails), which outlives every process. Each deed may be asked twice
 * and must happen once, as in `workflows/settle-bitcoin`.
 */
export class ModelBooks {
  readonly orders = new Map<string, ModelOrder>()
  readonly deeds: Deed[] = []
  private readonly mailed = new Set<string>()

  place(id: string, pricePence: bigint): ModelOrder {
    const order: ModelOrder = { id, pricePence, status: "pending", capturedFor: [], reserved: 1, released: 0 }
    this.orders.set(id, order)
    return order
  }

  cancel(order: ModelOrder): void {
    if (order.status === "canceled") return
    order.status = "canceled"
    order.released += 1
  }

  /** Does what a message asks for; every `await moment(…)` is a place where the process may die. */
  async work(
    { kind }: OutboxMessage,
    invoice: StoredInvoice,
    ledger: Ledger,
    moment: Moment,
  ): Promise<"done" | "skipped"> {
    const order = this.orders.get(invoice.orderId)
    if (!order) return "skipped"
    if (kind === "capture") return this.capture(order, invoice, ledger, moment)
    if (kind === "cancel") return this.cancelUnpaid(order, invoice, ledger, moment)
    return this.mail(kind, invoice, moment)
  }

  private async capture(
    order: ModelOrder,
    invoice: StoredInvoice,
    ledger: Ledger,
    moment: Moment,
  ): Promise<"done" | "skipped"> {
    if (!order.capturedFor.includes(invoice.id)) {
      if (order.status === "canceled" || order.capturedFor.length > 0) {
        await ledger.markClosed(invoice.id, "cancelled")
        return "skipped"
      }
      if (invoice.state !== "confirmed") return "skipped"
      await moment("before the capture")
      order.capturedFor.push(invoice.id)
      this.note("capture", invoice)
      await moment("after the capture")
    }
    await ledger.markCaptured(invoice.id)
    return "done"
  }

  private async cancelUnpaid(
    order: ModelOrder,
    invoice: StoredInvoice,
    ledger: Ledger,
    moment: Moment,
  ): Promise<"done" | "skipped"> {
    if (invoice.state !== "expired") return "skipped"
    if ((await ledger.invoiceOfOrder(order.id))?.id !== invoice.id) return "skipped"
    if (order.capturedFor.length > 0) return "skipped"
    if (order.status !== "canceled") {
      await moment("before the cancelling")
      this.cancel(order)
      this.note("cancel", invoice)
      await moment("after the cancelling")
    }
    await ledger.markClosed(invoice.id, "expired")
    return "done"
  }

  /** The mail's own outbox knows what it has taken. */
  private async mail(
    kind: OutboxMessage["kind"],
    invoice: StoredInvoice,
    moment: Moment,
  ): Promise<"done" | "skipped"> {
    if (kind === "mail_confirmed" && !invoice.captured) return "skipped"
    const key = `${kind} ${invoice.id}`
    await moment("before the mail")
    if (!this.mailed.has(key)) {
      this.mailed.add(key)
      this.note(kind, invoice)
    }
    await moment("after the mail")
    return "done"
  }

  private note(kind: OutboxMessage["kind"], { id, orderId }: StoredInvoice): void {
    this.deeds.push({ kind, invoiceId: id, orderId })
  }
}
