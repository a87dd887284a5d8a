import type { EffectKind } from "../domain/effects"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Clock } from "../ports/clock"
import type { Connection } from "medusa-payments/database"
import type { Outcome } from "medusa-payments/modules/outbox"
import type { Lightning } from "../application/lightning"
import { createSettlement } from "../application/settlement"
import { DEFAULT_POLICY } from "../domain/policy"
import { capturedMinor } from "../domain/refunds"
import { markCaptured, markClosed } from "../repository/invoices"

export interface ModelOrder {
  readonly id: string
  totalMinor: bigint
  /** What it costs beyond what was paid; below zero: what goes back. */
  dueMinor: bigint
  /** How often staff changed it. */
  changes: number
  status: "pending" | "canceled"
  /** The invoices whose money was captured; more than one only after a change. */
  readonly capturedFor: string[]
  reserved: number
  released: number
}

/** An effect that was carried out, in the order of time. */
export interface CarriedOut {
  readonly kind: EffectKind
  readonly invoiceId: string
  readonly orderId: string
}

/** A moment at which the process may die. */
export type Moment = (name: string) => Promise<void>

/**
 * The commerce around the invoices (orders, stock, mails), which survives every process. Each effect may be requested
 * twice and takes effect once, as in `workflows/settle-bitcoin`.
 */
export class ModelOrders {
  readonly orders = new Map<string, ModelOrder>()
  readonly carriedOut: CarriedOut[] = []
  private readonly mailed = new Set<string>()

  constructor(
    private readonly clock: Clock,
    private readonly lightningOn: (db: Connection) => Lightning,
  ) {}

  place(id: string, priceMinor: bigint): ModelOrder {
    const order: ModelOrder = {
      ...{ id, totalMinor: priceMinor, dueMinor: priceMinor, changes: 0 },
      ...{ status: "pending", capturedFor: [], reserved: 1, released: 0 },
    }
    this.orders.set(id, order)
    return order
  }

  cancel(order: ModelOrder): void {
    if (order.status === "canceled") return
    order.status = "canceled"
    order.released += 1
  }

  /** Every `await moment(…)` is a place where the process may die. */
  async carryOut(
    { kind }: { readonly kind: EffectKind },
    invoice: StoredInvoice,
    db: Connection,
    moment: Moment,
  ): Promise<Outcome> {
    const order = this.orders.get(invoice.orderId)
    if (!order) return "skipped"
    if (kind === "capture") return this.capture(order, invoice, db, moment)
    if (kind === "cancel") return this.cancelUnpaid(order, db, moment)
    return this.mail(kind, invoice, moment)
  }

  private async capture(
    order: ModelOrder,
    invoice: StoredInvoice,
    db: Connection,
    moment: Moment,
  ): Promise<"done" | "skipped"> {
    if (!order.capturedFor.includes(invoice.id)) {
      const isCancelled = order.status === "canceled"
      if (isCancelled || order.dueMinor <= 0n) {
        await markClosed(db, invoice.id, isCancelled ? "cancelled" : "superseded")
        return "skipped"
      }
      if (invoice.state !== "confirmed") return "skipped"
      await moment("before the capture")
      order.capturedFor.push(invoice.id)
      order.dueMinor -= capturedMinor(invoice)
      const shortfall = invoice.priceMinor - capturedMinor(invoice)
      if (order.dueMinor > 0n) order.dueMinor -= shortfall < order.dueMinor ? shortfall : order.dueMinor
      this.note("capture", invoice)
      await moment("after the capture")
    }
    await markCaptured(db, invoice.id)
    return "done"
  }

  private async cancelUnpaid(order: ModelOrder, db: Connection, moment: Moment): Promise<Outcome> {
    const end = await this.settlementOn(db).endByClock(order.id)
    if (end.kind === "kept") return "skipped"
    if (end.kind === "later") return { notBefore: end.notBefore }
    if (order.capturedFor.length > 0) return "skipped"
    if (order.status !== "canceled") {
      await moment("before the cancellation")
      this.cancel(order)
      // The end may be asked for by an earlier quote, whose late money kept the stock longest.
      this.note("cancel", { id: end.invoiceId, orderId: order.id })
      await moment("after the cancellation")
    }
    await markClosed(db, end.invoiceId, "expired")
    return "done"
  }

  settlementOn(db: Connection): ReturnType<typeof createSettlement> {
    return createSettlement({
      db,
      policy: DEFAULT_POLICY,
      clock: this.clock,
      lightning: this.lightningOn(db),
    })
  }

  /** The mail's outbox deduplicates by key. */
  private async mail(kind: EffectKind, invoice: StoredInvoice, moment: Moment): Promise<"done" | "skipped"> {
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

  private note(kind: EffectKind, { id, orderId }: Pick<StoredInvoice, "id" | "orderId">): void {
    this.carriedOut.push({ kind, invoiceId: id, orderId })
  }
}
