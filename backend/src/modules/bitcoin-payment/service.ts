import { MedusaService } from "@medusajs/framework/utils"
import type { Logger } from "@medusajs/framework/types"
import type { BitcoinPayment } from "@shop/contracts"
import { chooseSource, probeSource, type SourceAnswer } from "./adapters/choose-source"
import { readDescriptor } from "./adapters/descriptor"
import { recordClaim } from "./repository/claims"
import { findInvoice, isPaidByAnother, markCaptured, markClosed } from "./repository/invoices"
import { subscribeToChanges, type Notifications, type PooledConnection } from "./repository/notifications"
import { lastPoll } from "./repository/polling"
import { useWallet } from "./repository/wallets"
import { readAddress } from "./adapters/read-address"
import { ratesOf } from "./adapters/rates"
import { paymentView } from "./application/payment-view"
import { createPaymentReview, isPaid } from "./application/payment-review"
import type { Policy } from "./domain/invoice"
import { DEFAULT_POLICY } from "./domain/policy"
import { BitcoinCase } from "./models/case"
import { BitcoinClaim } from "./models/claim"
import { BitcoinAuditEntry } from "./models/audit-entry"
import { BitcoinInvoice } from "./models/invoice"
import { BitcoinOutput } from "./models/output"
import { BitcoinRefund } from "./models/refund"
import { BitcoinRefundAddress } from "./models/refund-address"
import { BitcoinTransition } from "./models/transition"
import { BitcoinWallet } from "./models/wallet"
import { optionsSchema, type Options } from "./options"
import type { ChainSource } from "./ports/chain-source"
import type { StoredInvoice, Wallet } from "./domain/stored-invoice"
import type { Rate } from "./ports/rate-source"
import { openQuotes, type QuotedOrder, type Renewal } from "./application/quotes"
import { createWatcher, type Watcher } from "./application/watcher"

interface Dependencies {
  __pg_connection__: PooledConnection
  logger: Logger
}

/** The module's front: invoices, what the chain says of them, and what is to be done about it. */
export default class BitcoinPaymentService extends MedusaService({
  BitcoinWallet,
  BitcoinInvoice,
  BitcoinOutput,
  BitcoinTransition,
  BitcoinClaim,
  BitcoinCase,
  BitcoinAuditEntry,
  BitcoinRefund,
  BitcoinRefundAddress,
}) {
  /** What staff ask and decide. */
  readonly reviewService: ReturnType<typeof createPaymentReview>
  private readonly options: Options
  private readonly logger: Logger
  private readonly db: PooledConnection
  private readonly notifications: Notifications
  private readonly addressAt: (index: number) => string
  private readonly rates
  private readonly quotes: ReturnType<typeof openQuotes>
  private readonly clock = () => Date.now()
  private readonly policy: Policy
  private readonly chain: ChainSource
  private wallet: Promise<Wallet> | null = null
  private watcher: Promise<Watcher> | null = null
  private isApplicationOn = false
  private readonly underWay = new Set<Promise<unknown>>()
  /** The framework calls these. */
  __hooks = {
    onApplicationStart: () => {
      this.isApplicationOn = true
      return Promise.resolve()
    },
    // The connections are closed next; work in the middle would ask for one, and be waited for, for a minute.
    onApplicationPrepareShutdown: async () => {
      await Promise.allSettled(this.underWay)
    },
  }

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.options = optionsSchema.parse(options)
    this.policy = {
      ...DEFAULT_POLICY,
      graceMs: this.options.graceMinutes * 60_000,
      holdMs: this.options.holdMinutes * 60_000,
    }
    this.logger = dependencies.logger
    this.db = dependencies.__pg_connection__
    this.notifications = subscribeToChanges(this.db, (error) =>
      this.logger.warn(`Bitcoin notifications: ${String(error)}`),
    )
    const addresses = readDescriptor(this.options.descriptor, this.options.network)
    this.addressAt = (index) => addresses.addressAt(index)
    this.chain = chooseSource(this.options.source, this.options.network, this.options.descriptor)
    this.rates = ratesOf(this.options.rates, this.clock, (message) =>
      this.logger.warn(`Bitcoin rate: ${message}`),
    )
    this.quotes = openQuotes({
      db: this.db,
      chain: this.chain,
      rates: this.rates,
      clock: this.clock,
      policy: this.policy,
      wallet: () => this.activeWallet(),
      addressAt: this.addressAt,
      quoteMs: this.options.quoteMinutes * 60_000,
    })
    this.reviewService = createPaymentReview({
      db: this.db,
      policy: this.policy,
      readAddress: (text) => readAddress(text, this.options.network),
      opening: this.quotes.opening,
    })
  }

  /** Sees to it that a process that is asked to end lets this work come to its end first. */
  async finish<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work)
    return work.finally(() => this.underWay.delete(work))
  }

  /** Pounds for one bitcoin now. @throws RateUnavailable when nobody can tell for sure */
  async currentRate(): Promise<Rate> {
    return this.rates.current()
  }

  /**
   * Whether an order could be quoted now: the rate is known, and so is it that the next address was never given out.
   * @throws BitcoinUnavailable when it could not
   */
  async ensureQuotable(): Promise<void> {
    await this.quotes.ensureReady()
  }

  /**
   * One invoice for each payment session: asked again, it answers the first.
   * @throws BitcoinUnavailable when there is no rate, or no address that is known to be fresh
   */
  async openInvoice(order: QuotedOrder): Promise<BitcoinPayment> {
    return this.view(await this.quotes.open(order))
  }

  /** A new quote at a new address for an order whose quote ran out; the old address stays watched. */
  async renewQuote(orderId: string): Promise<Renewal> {
    return this.quotes.renew(orderId)
  }

  /** What the buyer may know of an order's payment; null when the order is not paid in Bitcoin. */
  async paymentForOrder(orderId: string): Promise<BitcoinPayment | null> {
    const invoice = await findInvoice(this.db, "order_id", orderId)
    return invoice === null ? null : this.view(invoice)
  }

  /** The same of one quote alone. */
  async paymentOfInvoice(invoiceId: string): Promise<BitcoinPayment | null> {
    const invoice = await findInvoice(this.db, "id", invoiceId)
    return invoice === null ? null : this.view(invoice)
  }

  /** Calls back whenever something about this order's payment changed, in whichever process. @returns how to stop */
  async subscribeToInvoice(orderId: string, onChange: () => void): Promise<() => void> {
    return this.notifications.subscribe(orderId, onChange)
  }

  /** Whether the chain has paid this payment session in full, deep enough. The provider believes nothing else. */
  async isSessionPaid(sessionId: string): Promise<boolean> {
    const invoice = await findInvoice(this.db, "session_id", sessionId)
    return invoice !== null && isPaid(invoice)
  }

  /**
   * Whether Medusa may enter this refund: staff recorded one of this amount, with the money gone. The provider believes
   * nothing else, for it cannot send any.
   */
  async admitRefund(sessionId: string, pence: bigint, medusaRefundId: string): Promise<boolean> {
    return this.reviewService.admitRefund(sessionId, pence, medusaRefundId)
  }

  /** Keeps a transaction id that a buyer sent. It changes nothing: the chain is the only witness. */
  async recordClaim(orderId: string, transactionId: string): Promise<void> {
    const invoice = await findInvoice(this.db, "order_id", orderId)
    if (invoice === null) return
    const isTxid = /^[0-9a-f]{64}$/i.test(transactionId)
    await recordClaim(this.db, invoice.id, transactionId, isTxid ? "pending" : "unverifiable")
  }

  /** Whether everything around the module is loaded too, so that its news find listeners. */
  async hasStarted(): Promise<boolean> {
    return this.isApplicationOn
  }

  /** Polls the chain once. Only the process that leads calls this. */
  async poll(): Promise<void> {
    await (await this.activeWatcher()).poll()
  }

  /** Verifies the next addresses for this process's checkouts, while another process leads. */
  async standBy(): Promise<void> {
    await (await this.activeWatcher()).standBy()
  }

  /** An invoice as it stands now. */
  async invoice(id: string): Promise<StoredInvoice | null> {
    return findInvoice(this.db, "id", id)
  }

  /** Whether another quote of the same order was paid and taken already. */
  async isPaidByAnother(invoice: StoredInvoice): Promise<boolean> {
    return isPaidByAnother(this.db, invoice)
  }

  /** Whether no later quote was made for the same order. */
  async isNewestInvoice(invoice: StoredInvoice): Promise<boolean> {
    return (await findInvoice(this.db, "order_id", invoice.orderId))?.id === invoice.id
  }

  async markCaptured(invoiceId: string): Promise<void> {
    await markCaptured(this.db, invoiceId)
  }

  async markClosed(invoiceId: string, how: "expired" | "cancelled"): Promise<void> {
    await markClosed(this.db, invoiceId, how)
  }

  /** How the watcher fares, for `/api/ready`. */
  async health(): Promise<{ ok: boolean; detail: string }> {
    const { at, failure } = await lastPoll(this.db, (await this.activeWallet()).id)
    if (at === null) return { ok: false, detail: failure ?? "The chain has not been polled yet." }
    const seconds = Math.round((this.clock() - at) / 1000)
    const detail = `The chain was last seen ${seconds} s ago.${failure === null ? "" : ` ${failure}`}`
    return { ok: seconds <= this.options.staleAfterSeconds, detail }
  }

  /** What each address of the chain's source answers now. */
  async probeSource(): Promise<SourceAnswer[]> {
    return probeSource(this.options.source, this.options.network)
  }

  /** The wallet's first addresses, to be compared with what the wallet itself shows. */
  async firstAddresses(count: number): Promise<string[]> {
    return Array.from({ length: count }, (_, index) => this.addressAt(index))
  }

  /** Closes the invoice of an order that was not placed after all; its address stays watched and is never given again. */
  async cancelInvoiceOfOrder(orderId: string): Promise<void> {
    const invoice = await findInvoice(this.db, "order_id", orderId)
    if (invoice !== null) await markClosed(this.db, invoice.id, "cancelled")
  }

  private activeWatcher(): Promise<Watcher> {
    this.watcher ??= this.createWatcher().catch((error: unknown) => {
      this.watcher = null
      throw error
    })
    return this.watcher
  }

  private async createWatcher(): Promise<Watcher> {
    return createWatcher({
      db: this.db,
      chain: this.chain,
      clock: this.clock,
      policy: this.policy,
      wallet: await this.activeWallet(),
      addressPool: await this.quotes.addressPool(),
      onFailure: (error) =>
        this.logger.warn(`Bitcoin: ${error instanceof Error ? error.message : String(error)}`),
    })
  }

  private view(invoice: StoredInvoice): BitcoinPayment {
    return paymentView(invoice, this.policy, this.options.label)
  }

  private activeWallet(): Promise<Wallet> {
    this.wallet ??= useWallet(this.db, this.options.descriptor, this.options.network).catch(
      (error: unknown) => {
        // A failed start-up is tried again by the next caller.
        this.wallet = null
        throw error
      },
    )
    return this.wallet
  }
}
