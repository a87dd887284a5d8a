import { MedusaService } from "@medusajs/framework/utils"
import type { Logger } from "@medusajs/framework/types"
import type { BitcoinPayment } from "@shop/contracts"
import { chooseSource, probeSource, type SourceAnswer } from "./adapters/choose-source"
import { readDescriptor } from "./adapters/descriptor"
import { recordClaim } from "./repository/claims"
import { findInvoice, isPaidByAnother, markCaptured, markClosed } from "./repository/invoices"
import { subscribeToChanges, type Notifications, type PooledConnection } from "./repository/notifications"
import { lastPoll, markViewed } from "./repository/polling"
import { unpaidInARow, useWallet } from "./repository/wallets"
import { readAddress } from "./adapters/read-address"
import { ratesOf } from "./adapters/rates"
import { paymentView } from "./application/payment-view"
import { createPaymentReview, isPaid } from "./application/payment-review"
import type { Policy } from "./domain/invoice"
import { DEFAULT_POLICY } from "./domain/policy"
import type { Satoshis } from "./domain/satoshis"
import { worthInPence } from "./domain/worth"
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
import { RateUnavailable, type Rate } from "./ports/rate-source"
import { createQuotes, type QuotedOrder, type Renewal } from "./application/quotes"
import { createWatcher, type Watcher } from "./application/watcher"

interface Dependencies {
  __pg_connection__: PooledConnection
  logger: Logger
}

/** How often an open order page is recorded: a buyer who looks at the address is about to pay. */
const VIEW_HEARTBEAT_MS = 60_000
/** Staff are warned this many addresses before Bitcoin is switched off. */
const GAP_NOTICE = 5
/** Blocks come every ten minutes on average; a pause this long happens a few times a year. */
const OLD_TIP_MINUTES = 90

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
  private readonly quotes: ReturnType<typeof createQuotes>
  private readonly clock = () => Date.now()
  private readonly policy: Policy
  private readonly chain: ChainSource
  private wallet: Promise<Wallet> | null = null
  private watcher: Promise<Watcher> | null = null
  private isApplicationStarted = false
  private readonly underWay = new Set<Promise<unknown>>()
  /** The framework calls these. */
  __hooks = {
    onApplicationStart: () => {
      this.isApplicationStarted = true
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
    this.quotes = createQuotes({
      db: this.db,
      chain: this.chain,
      rates: this.rates,
      clock: this.clock,
      policy: this.policy,
      wallet: () => this.activeWallet(),
      addressAt: this.addressAt,
      quoteMs: this.options.quoteMinutes * 60_000,
      gapLimit: this.options.gapLimit,
      firstConfirmationMs: this.options.firstConfirmationHours * 3_600_000,
      confirmations: this.options.confirmations,
      twoSourcesFromPounds: this.options.twoSourcesFromPounds,
    })
    this.reviewService = createPaymentReview({
      db: this.db,
      policy: this.policy,
      readAddress: (text) => readAddress(text, this.options.network),
      opening: this.quotes.opening,
    })
  }

  /** Delays the shutdown of the process until this work has finished. */
  async finish<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work)
    return work.finally(() => this.underWay.delete(work))
  }

  /** Pounds for one bitcoin now. @throws RateUnavailable when the rate is not known for sure */
  async currentRate(): Promise<Rate> {
    return this.rates.current()
  }

  /** What satoshis are worth at the current rate, in whole pence; null when there is no rate. */
  async worthToday(amount: Satoshis): Promise<bigint | null> {
    try {
      return worthInPence(amount, (await this.rates.current()).pounds)
    } catch (error) {
      if (error instanceof RateUnavailable) return null
      throw error
    }
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
   * @param label what wallets show beside the payment: the shop's name
   * @throws BitcoinUnavailable when there is no rate, or no address that is known to be fresh
   */
  async openInvoice(order: QuotedOrder, label: string): Promise<BitcoinPayment> {
    return paymentView(await this.quotes.open(order), this.policy, label)
  }

  /** A new quote at a new address for an order whose quote ran out; the old address stays watched. */
  async renewQuote(orderId: string): Promise<Renewal> {
    return this.quotes.renew(orderId)
  }

  /**
   * What the buyer may know of an order's payment; null when the order is not paid in Bitcoin.
   * @param label what wallets show beside the payment: the shop's name
   */
  async paymentForOrder(orderId: string, label: string): Promise<BitcoinPayment | null> {
    const invoice = await findInvoice(this.db, "order_id", orderId)
    return invoice === null ? null : paymentView(invoice, this.policy, label)
  }

  /** The same of one quote alone. */
  async paymentOfInvoice(invoiceId: string, label: string): Promise<BitcoinPayment | null> {
    const invoice = await findInvoice(this.db, "id", invoiceId)
    return invoice === null ? null : paymentView(invoice, this.policy, label)
  }

  /** Calls back whenever something about this order's payment changed, in whichever process. @returns how to stop */
  async subscribeToInvoice(orderId: string, onChange: () => void): Promise<() => void> {
    const isViewed = () =>
      markViewed(this.db, orderId).catch((error: unknown) =>
        this.logger.warn(`Bitcoin: an open order page was not recorded: ${String(error)}`),
      )
    await isViewed()
    const heartbeat = setInterval(() => void isViewed(), VIEW_HEARTBEAT_MS)
    heartbeat.unref()
    const unsubscribe = this.notifications.subscribe(orderId, onChange)
    return () => {
      clearInterval(heartbeat)
      unsubscribe()
    }
  }

  /** Whether the chain has paid this payment session in full, deep enough. The provider relies on nothing else. */
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

  /** Keeps a transaction id that a buyer sent. It changes nothing: only the chain proves a payment. */
  async recordClaim(orderId: string, transactionId: string): Promise<void> {
    const invoice = await findInvoice(this.db, "order_id", orderId)
    if (invoice === null) return
    const isTxid = /^[0-9a-f]{64}$/i.test(transactionId)
    await recordClaim(this.db, invoice.id, transactionId, isTxid ? "pending" : "unverifiable")
  }

  /** Whether everything around the module is loaded too, so that its events have subscribers. */
  async hasStarted(): Promise<boolean> {
    return this.isApplicationStarted
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

  /** How the watcher fares, for `/api/ready`: which source is unhealthy, why and since when. */
  async health(): Promise<{ ok: boolean; detail: string }> {
    const { at, failure, failingSince } = await lastPoll(this.db, (await this.activeWallet()).id)
    const since = failingSince === null ? "" : ` since ${new Date(failingSince).toISOString()}`
    const trouble = failure === null ? "" : `${failure}${since}.`
    if (at === null) return { ok: false, detail: trouble || "The chain has not been polled yet." }
    const seconds = Math.round((this.clock() - at) / 1000)
    return {
      ok: seconds <= this.options.staleAfterSeconds,
      detail: `The chain was last polled ${seconds} s ago. ${trouble}`.trim(),
    }
  }

  /** A sentence when the wallet's software will soon not show what is paid, and Bitcoin is switched off; else null. */
  async addressWarning(): Promise<string | null> {
    const { gapLimit } = this.options
    if (gapLimit === null) return null
    const unpaid = await unpaidInARow(this.db, (await this.activeWallet()).id)
    if (unpaid < gapLimit - GAP_NOTICE) return null
    return `${unpaid} addresses in a row were given out and not paid; at ${gapLimit} Bitcoin is switched off. Raise the wallet's gap limit, then BITCOIN_WALLET_GAP_LIMIT.`
  }

  /** A sentence when one of two sources fails, or no block came for so long that it may be cut off; null while all is well. */
  async chainWarning(): Promise<string | null> {
    const { tipTime, sourceFailure, sourceFailingSince } = await lastPoll(
      this.db,
      (await this.activeWallet()).id,
    )
    if (sourceFailure !== null && sourceFailingSince !== null)
      return `${sourceFailure}, since ${new Date(sourceFailingSince).toISOString()}. Orders that need two sources wait and do not expire.`
    if (tipTime === null || this.options.network === "regtest") return null
    const minutes = Math.round((this.clock() - tipTime) / 60_000)
    if (minutes <= OLD_TIP_MINUTES) return null
    return `The newest block of ${this.chain.name} is ${minutes} minutes old; compare it with a block explorer.`
  }

  /** What each address of the chain's source answers now. */
  async probeSource(): Promise<SourceAnswer[]> {
    return probeSource(this.options.source, this.options.network)
  }

  /** The wallet's first addresses, to be compared with what the wallet itself shows. */
  async firstAddresses(count: number): Promise<string[]> {
    return Array.from({ length: count }, (_, index) => this.addressAt(index))
  }

  /**
   * Closes the invoice of an order that is cancelled or was not placed after all; its address stays watched and is never
   * given again. A captured invoice is closed too: its money is owed to the buyer.
   */
  async cancelInvoiceOfOrder(orderId: string): Promise<void> {
    const invoice = await findInvoice(this.db, "order_id", orderId)
    const captured = await this.listBitcoinInvoices(
      { order_id: orderId, captured_at: { $ne: null } },
      { select: ["id"] },
    )
    const ids = new Set([...(invoice === null ? [] : [invoice.id]), ...captured.map(({ id }) => id)])
    for (const id of ids) await markClosed(this.db, id, "cancelled")
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
