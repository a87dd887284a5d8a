import { followAmountDue } from "medusa-payments/amount-due"
import { LEASE_MS } from "medusa-payments/modules/outbox"
import { createPaymentReview } from "../application/payment-review"
import { MISSING_AT_MOST } from "../domain/observe"
import { DEFAULT_POLICY } from "../domain/policy"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { ChainSource } from "../ports/chain-source"
import { CONFIRMATION_RULES } from "./confirmation-rules"
import { ModelChain } from "./model-chain"
import type { ModelDatabase } from "./model-database"
import { ModelLightning } from "./model-lightning"
import { ModelOrders, type ModelOrder } from "./model-orders"
import { ModelProcess, type StoredVerdict } from "./model-process"
import { ModelSource, type Faults } from "./model-source"

/** `both`: two sources, the first of which sees everything. */
export type Sources = ChainSource["sees"] | "both"

/** A whole shop: the production code in two processes, a real database, and a model of the network and of Medusa. */
export class ModelShop {
  readonly chain = new ModelChain()
  readonly faults: Faults = {
    outage: 0,
    answers: 0,
    hiccups: 0,
    lags: 0,
    isUnaware: false,
    clock: 0,
    isScrambled: false,
  }
  readonly lightning = new ModelLightning(() => this.chain.now)
  readonly books = new ModelOrders(
    () => this.chain.now,
    (db) => this.lightning.on(db),
  )
  readonly processes: readonly [ModelProcess, ModelProcess]
  /** Every invoice as it was when the buyer was told. */
  readonly placed: StoredInvoice[] = []
  pounds = "40000"
  confirmations = CONFIRMATION_RULES
  /** 5 pence, and 1 % at most. */
  tolerance = { minor: 5n, share: 10_000n }
  readonly review: ReturnType<typeof createPaymentReview>

  private constructor(
    sees: Sources,
    readonly database: ModelDatabase,
  ) {
    const sourceThat = (kind: ChainSource["sees"]) =>
      new ModelSource(kind, this.chain, this.faults, (address) => address.startsWith("address-"))
    const process = () => {
      const first = sourceThat(sees === "both" ? "everything" : sees)
      const second = sees === "both" ? sourceThat("addresses") : null
      return new ModelProcess(this.chain, first, second, database, this.books, this, this.lightning)
    }
    this.review = createPaymentReview({
      db: database.pool,
      policy: DEFAULT_POLICY,
      readDestination: (destination) => ({ ok: true, destination }),
      checkProof: () => null,
      opening: () => this.processes[0].quotes.opening(),
    })
    this.processes = [process(), process()]
  }

  /** A shop without orders; what another one left in the database is removed. */
  static async open(sees: Sources, database: ModelDatabase): Promise<ModelShop> {
    await database.clear()
    const shop = new ModelShop(sees, database)
    await database.setTime(shop.chain.now)
    return shop
  }

  get verdicts(): readonly StoredVerdict[] {
    return this.processes.flatMap(({ verdicts }) => verdicts)
  }

  get orders(): readonly ModelOrder[] {
    return [...this.books.orders.values()]
  }

  /** Null: Bitcoin is unavailable. */
  async place(priceMinor: bigint): Promise<StoredInvoice> {
    const orderId = `order-${this.books.orders.size}`
    this.books.place(orderId, priceMinor)
    return this.open(orderId, `session of ${orderId}`, priceMinor)
  }

  private async open(orderId: string, sessionId: string, priceMinor: bigint): Promise<StoredInvoice> {
    await this.database.setTime(this.chain.now)
    const outage = this.faults.outage
    this.faults.outage = 0
    const invoice = await this.processes[0].quotes.open({ orderId, sessionId, priceMinor, currency: "GBP" })
    this.faults.outage = outage
    this.placed.push(invoice)
    return invoice
  }

  async renew(orderId: string): Promise<void> {
    await this.database.setTime(this.chain.now)
    const outage = this.faults.outage
    this.faults.outage = 0
    this.lightning.faults.calls = 0
    const renewal = await this.processes[0].quotes.renew(orderId, () => Promise.resolve(true))
    this.faults.outage = outage
    if (renewal.ok && !this.placed.some(({ id }) => id === renewal.invoice.id))
      this.placed.push(renewal.invoice)
  }

  /** By staff. */
  async cancel(order: ModelOrder): Promise<void> {
    if (order.capturedFor.length > 0) return
    this.books.cancel(order)
    await this.books.settlementOn(this.database.pool).closeOfOrder(order.id, "cancelled")
  }

  /** The buyer is to pay another way. */
  async changeMethod(order: ModelOrder): Promise<void> {
    const details = await this.review.detailsOfOrder(order.id)
    if (order.status === "canceled" || details.some(({ invoice }) => invoice.received > 0n)) return
    await this.books.settlementOn(this.database.pool).closeOfOrder(order.id, "superseded")
  }

  /** Staff edit the order, before or after it was paid. */
  async change(order: ModelOrder, totalMinor: bigint): Promise<void> {
    if (order.status === "canceled") return
    order.dueMinor += totalMinor - order.totalMinor
    order.totalMinor = totalMinor
    order.changes += 1
    await this.askForAmountDue(order)
  }

  /** As the workflow of the shop does after a change and after each payment of a changed order. */
  private async askForAmountDue(order: ModelOrder): Promise<void> {
    if (order.status === "canceled") return
    // No two quotes of an order are opened in the same millisecond.
    this.chain.now += 1
    await this.database.setTime(this.chain.now)
    const { end, askMinor } = followAmountDue(order.dueMinor, await this.openPayments(order))
    const settlement = this.books.settlementOn(this.database.pool)
    for (const { id } of end) await settlement.markClosed(id, "superseded")
    if (askMinor !== null) await this.open(order.id, `change ${order.changes} of ${order.id}`, askMinor)
  }

  async followChanges(): Promise<void> {
    for (const order of this.orders) if (order.changes > 0) await this.askForAmountDue(order)
  }

  async openPayments(order: ModelOrder) {
    const all = await this.review.detailsOfOrder(order.id)
    return all
      .filter(({ invoice }) => invoice.closed === null && !invoice.captured)
      .map(({ invoice: { id, priceMinor: amountMinor, state } }) => ({
        ...{ id, amountMinor },
        isUnderWay: ["seen", "confirming", "confirmed"].includes(state),
      }))
  }

  /** By staff: all of an order's money that has enough confirmations. */
  async refund(order: ModelOrder): Promise<void> {
    await this.database.setTime(this.chain.now)
    for (const { invoice, refundable } of await this.review.detailsOfOrder(order.id))
      if (refundable.leftMinor > 0n) {
        // Beyond what is owed it is goodwill, which lowers what the order costs.
        if (order.dueMinor < 0n)
          order.dueMinor =
            order.dueMinor + refundable.leftMinor < 0n ? order.dueMinor + refundable.leftMinor : 0n
        await this.review.perform(invoice.id, {
          action: "record_refund",
          idempotencyKey: `${invoice.id} ${invoice.version}`,
          by: { id: "staff", email: "staff@example.com" },
          reason: null,
          refund: { method: { kind: "money" }, amountMinor: refundable.leftMinor, note: "by hand" },
        })
      }
  }

  /** All faults end, the leader starts again, and four polls of every invoice see all there is. */
  async settle(): Promise<void> {
    Object.assign(this.faults, { outage: 0, hiccups: 0, lags: 0 })
    this.lightning.faults.calls = 0
    const [leader] = this.processes
    const pollAll = async () => {
      leader.restart()
      await this.database.pool.raw("update bitcoin_invoice set poll_requested = true")
      await leader.poll()
      await leader.askLightning()
    }
    for (let round = 0; round < 3; round += 1) {
      await pollAll()
      // The leases of dead processes end, and missing transactions are lost.
      this.chain.now += Math.max(LEASE_MS, MISSING_AT_MOST)
      await leader.processOutbox()
    }
    await pollAll()
    await leader.processOutbox()
    await this.followChanges()
  }
}
