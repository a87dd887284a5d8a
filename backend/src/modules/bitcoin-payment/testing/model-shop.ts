import { openInvoice } from "../application/open-invoice"
import { renewQuote } from "../application/renew-quote"
import { DEFAULT_POLICY } from "../domain/policy"
import type { ChainSource } from "../ports/chain-source"
import type { Ledger, StoredInvoice } from "../ports/ledger"
import { ModelBooks, type ModelOrder } from "./model-books"
import { ModelChain } from "./model-chain"
import { ModelLedger } from "./model-ledger"
import { addressAt, ModelProcess, type Judgement } from "./model-process"
import { ModelSource, type Faults } from "./model-source"

const QUOTE_MS = 60 * 60 * 1000

/** What an invoice promised on the day it was issued. */
export type Promised = Pick<
  StoredInvoice,
  "id" | "address" | "due" | "pricePence" | "rate" | "rateSource" | "rateAt" | "expiresAt"
>

/** A whole shop over the model chain: the real application code, two processes, one disk, one network. */
export class ModelShop {
  readonly chain = new ModelChain()
  readonly faults: Faults = { outage: 0, answers: 0, hiccups: 0, lags: 0, isScrambled: false }
  readonly books = new ModelBooks()
  readonly ledger: ModelLedger
  readonly processes: readonly [ModelProcess, ModelProcess]
  /** As the buyers were told, when they were told. */
  readonly promised: Promised[] = []
  /** Which invoices a poll asks for, where the ledger's promises leave that open. */
  asks: (invoice: StoredInvoice) => boolean = () => true
  pounds = "40000"

  constructor(sees: ChainSource["sees"]) {
    this.ledger = new ModelLedger(
      () => this.chain.now,
      (invoice) => this.asks(invoice),
    )
    const process = () => {
      const source = new ModelSource(sees, this.chain, this.faults, (address) =>
        address.startsWith("address-"),
      )
      return new ModelProcess(this.chain, source, this.ledger, this.books)
    }
    this.processes = [process(), process()]
  }

  get judgements(): readonly Judgement[] {
    return this.processes.flatMap(({ judgements }) => judgements)
  }

  get orders(): readonly ModelOrder[] {
    return [...this.books.orders.values()]
  }

  async place(pricePence: bigint): Promise<StoredInvoice> {
    const orderId = `order-${this.books.orders.size}`
    this.books.place(orderId, pricePence)
    return this.promise(
      await openInvoice(await this.parts(), { orderId, sessionId: `session of ${orderId}`, pricePence }),
    )
  }

  async renew(orderId: string): Promise<void> {
    const renewal = await renewQuote(await this.parts(), DEFAULT_POLICY, orderId)
    if (renewal.ok) this.promise(renewal.invoice)
  }

  /** By staff. */
  async cancel(order: ModelOrder): Promise<void> {
    if (order.capturedFor.length > 0) return
    this.books.cancel(order)
    const invoice = await this.ledger.invoiceOfOrder(order.id)
    if (invoice) await this.ledger.markClosed(invoice.id, "cancelled")
  }

  /** All faults end, everybody starts again, and two polls without a hiccup see all there is. */
  async settle(): Promise<void> {
    this.faults.outage = 0
    this.faults.hiccups = 0
    this.faults.lags = 0
    this.asks = () => true
    const [leader] = this.processes
    leader.restart()
    for (let round = 0; round < 3; round += 1) {
      await leader.poll()
      await leader.deliver()
    }
    leader.restart()
    await leader.poll()
  }

  private promise(invoice: StoredInvoice): StoredInvoice {
    const { id, address, due, pricePence, rate, rateSource, rateAt, expiresAt } = invoice
    if (!this.promised.some((known) => known.id === id))
      this.promised.push({ id, address, due, pricePence, rate, rateSource, rateAt, expiresAt })
    return invoice
  }

  private async parts() {
    const ledger: Ledger = this.ledger
    const { pounds, chain } = this
    return {
      ledger,
      rates: { current: async () => ({ pounds, source: "the model", asOf: chain.now }) },
      clock: () => chain.now,
      wallet: await ledger.useWallet("of the model", "regtest"),
      addressAt,
      quoteMs: QUOTE_MS,
    }
  }
}
