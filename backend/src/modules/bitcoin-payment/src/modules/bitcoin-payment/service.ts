import { MedusaService } from "@medusajs/framework/utils"
import type { Logger } from "@medusajs/framework/types"
import { chooseSource, probeSource, type SourceAnswer } from "../../adapters/choose-source"
import { addressesBeyond } from "../../adapters/descriptor"
import { prepareRefunds, readSigned } from "../../adapters/refund-psbt"
import { ratesOf } from "../../adapters/rates"
import { proofRejection } from "../../adapters/lightning/proof"
import { readDestination } from "../../adapters/read-destination"
import { createBooks } from "../../application/books"
import { createGapGuard } from "../../application/gap-guard"
import { createHealth } from "../../application/health"
import { chooseLightning } from "../../adapters/choose-lightning"
import { createLightning, type Lightning } from "../../application/lightning"
import { createOrderPayments } from "../../application/order-payments"
import { createOrderPolls } from "../../application/order-polls"
import { createPaymentReview } from "../../application/payment-review"
import { createRefundBatches } from "../../application/refund-batches"
import { createQuotes } from "../../application/quotes"
import { createSettlement } from "../../application/settlement"
import { startedOnce } from "../../application/started-once"
import { createWalletCare } from "../../application/wallet-care"
import { createPoller, type Poller } from "../../application/poll"
import type { Currency } from "../../domain/currency"
import type { Policy } from "../../domain/invoice"
import { DEFAULT_POLICY } from "../../domain/policy"
import { recordLightningStatus, sourceFailures } from "../../metrics"
import { BitcoinOwnCoin, BitcoinRate, BitcoinSpend } from "./models/books"
import { BitcoinAuditEntry } from "./models/audit-entry"
import { BitcoinCase } from "./models/case"
import { BitcoinClaim } from "./models/claim"
import { BitcoinInvoice } from "./models/invoice"
import { BitcoinLightningInvoice } from "./models/lightning-invoice"
import { BitcoinLightningNode } from "./models/lightning-node"
import { BitcoinOutput } from "./models/output"
import { BitcoinOwnAddress } from "./models/own-address"
import { BitcoinRefund } from "./models/refund"
import { BitcoinRefundBatch, BitcoinRefundCoin, BitcoinRefundPayout } from "./models/refund-batch"
import { BitcoinRefundAddress } from "./models/refund-address"
import { BitcoinReinstatement } from "./models/reinstatement"
import { BitcoinTransition } from "./models/transition"
import { BitcoinWallet } from "./models/wallet"
import { BitcoinWalletChange } from "./models/wallet-change"
import {
  readOptions,
  regionsWithoutRule,
  termsWithoutProvider,
  type BitcoinRegion,
  type Options,
} from "../../options"
import { createQuoteTerms } from "./quote-terms"
import type { Addresses } from "../../ports/addresses"
import { ChainUnavailable, type ChainSource } from "../../ports/chain-source"
import { RateUnavailable, type Rate, type RateSource } from "../../ports/rate-source"
import {
  POLL_REQUESTED,
  subscribeToChanges,
  type Notifications,
  type PooledConnection,
  nextChange,
} from "../../repository/notifications"
import { describedOrder, orderDescribedAs } from "../../repository/lightning"
import { useWallet } from "../../repository/wallets"

interface Dependencies {
  __pg_connection__: PooledConnection
  logger: Logger
}

/** The module's front: invoices, what the chain says of them, and what is to be done about it. */
export default class BitcoinPaymentService extends MedusaService({
  BitcoinWallet,
  BitcoinInvoice,
  BitcoinOutput,
  BitcoinLightningInvoice,
  BitcoinLightningNode,
  BitcoinTransition,
  BitcoinClaim,
  BitcoinCase,
  BitcoinAuditEntry,
  BitcoinReinstatement,
  BitcoinRefund,
  BitcoinRefundAddress,
  BitcoinRefundBatch,
  BitcoinRefundPayout,
  BitcoinRefundCoin,
  BitcoinOwnAddress,
  BitcoinWalletChange,
  BitcoinRate,
  BitcoinSpend,
  BitcoinOwnCoin,
}) {
  readonly reviewService: ReturnType<typeof createPaymentReview>
  readonly refundBatches: ReturnType<typeof createRefundBatches>
  readonly books: ReturnType<typeof createBooks>
  readonly orderPayments: ReturnType<typeof createOrderPayments>
  readonly rates: RateSource
  readonly quotes: ReturnType<typeof createQuotes>
  readonly orderPolls: ReturnType<typeof createOrderPolls>
  readonly settlement: ReturnType<typeof createSettlement>
  readonly gapGuard: ReturnType<typeof createGapGuard>
  readonly walletCare: ReturnType<typeof createWalletCare>
  readonly health: ReturnType<typeof createHealth>
  private readonly options: Options
  private readonly logger: Logger
  private readonly db: PooledConnection
  private readonly addresses: Addresses
  private readonly clock = () => Date.now()
  private readonly warn = (error: unknown) =>
    this.logger.warn(`Bitcoin: ${error instanceof Error ? error.message : String(error)}`)
  private readonly policy: Policy
  private readonly chain: ChainSource
  private readonly notifications: Notifications
  /** Null: the shop has no Lightning node. */
  readonly lightning: Lightning | null
  private readonly wallet = startedOnce(() =>
    useWallet(this.db, this.options.descriptor, this.options.network),
  )
  private readonly poller = startedOnce(() => this.createPoller())
  private isApplicationStarted = false
  private readonly underWay = new Set<Promise<unknown>>()
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
    this.options = readOptions(options)
    this.policy = {
      ...DEFAULT_POLICY,
      graceMs: this.options.graceMinutes * 60_000,
      holdMs: this.options.holdMinutes * 60_000,
      caseMs: this.options.caseHours * 3_600_000,
      workingDays: this.options.workingDays,
    }
    this.logger = dependencies.logger
    this.db = dependencies.__pg_connection__
    const { source, network, descriptor } = this.options
    const { chain, addressesOf } = chooseSource(source, network, descriptor)
    const addresses = addressesOf(descriptor)
    this.chain = chain
    this.addresses = addresses
    this.rates = ratesOf(this.options.rates, this.clock, (message) =>
      this.logger.warn(`Bitcoin rate: ${message}`),
    )
    this.gapGuard = createGapGuard({ db: this.db, wallet: this.wallet, gapLimit: this.options.gapLimit })
    this.notifications = subscribeToChanges(this.db, (error) =>
      this.logger.warn(`Bitcoin notifications: ${String(error)}`),
    )
    this.lightning = this.createLightning()
    this.orderPolls = createOrderPolls({
      lightning: this.lightning,
      db: this.db,
      policy: this.policy,
      clock: this.clock,
      waitForChange: (orderIds) => nextChange(this.notifications, orderIds),
    })
    this.quotes = createQuotes({
      db: this.db,
      orderPolls: this.orderPolls,
      chain: this.chain,
      rates: this.rates,
      clock: this.clock,
      policy: this.policy,
      wallet: this.wallet,
      addresses,
      gapGuard: this.gapGuard,
      termsOf: createQuoteTerms(this.db, this.options),
    })
    this.walletCare = createWalletCare({
      db: this.db,
      chain: this.chain,
      wallet: this.wallet,
      opening: this.quotes.opening,
      gapGuard: this.gapGuard,
    })
    this.reviewService = createPaymentReview({
      db: this.db,
      policy: this.policy,
      readDestination: (text) =>
        readDestination(text, {
          network: this.options.network,
          byLightning: this.options.lightning !== null,
          now: this.clock(),
        }),
      checkProof: (proof, { createdAt }) =>
        proofRejection(proof, { network: this.options.network, madeAfter: createdAt, now: this.clock() }),
      opening: this.quotes.opening,
    })
    const { signing } = addresses
    this.refundBatches = createRefundBatches({
      db: this.db,
      chain: this.chain,
      clock: this.clock,
      wallet: this.wallet,
      prepare: signing && ((request) => prepareRefunds(network, signing, request)),
      readSigned,
      onFailure: this.warn,
    })
    this.books = createBooks({
      db: this.db,
      chain: this.chain,
      network,
      rateToday: (currency) => this.rateToday(currency),
      addressesBeyond: (wallet, index, change) => addressesBeyond(addressesOf(wallet), index, change),
      onFailure: this.warn,
    })
    this.orderPayments = createOrderPayments({
      db: this.db,
      policy: this.policy,
      quotes: this.quotes,
      notifications: this.notifications,
      clock: this.clock,
      lightning: this.lightning,
      onFailure: (message) => this.logger.warn(message),
    })
    this.settlement = createSettlement({
      db: this.db,
      policy: this.policy,
      clock: this.clock,
      lightning: this.lightning,
    })
    this.health = createHealth({
      db: this.db,
      chain: this.chain,
      clock: this.clock,
      wallet: this.wallet,
      staleAfterSeconds: this.options.staleAfterSeconds,
    })
  }

  /** Delays the shutdown of the process until this work has finished. */
  async finish<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work)
    return work.finally(() => this.underWay.delete(work))
  }

  /** Null: there is none now. */
  async rateToday(currency: Currency): Promise<Rate | null> {
    try {
      return await this.rates.current(currency)
    } catch (error) {
      if (error instanceof RateUnavailable) return null
      throw error
    }
  }

  /** The page of a transaction in the explorer that staff use; null: there is none. */
  readonly transactionPage = (txid: string): string | null =>
    this.options.transactionUrl?.replace("{txid}", txid) ?? null

  readonly regionsWithoutRule = (regions: readonly BitcoinRegion[]): BitcoinRegion[] =>
    regionsWithoutRule(this.options, regions)
  readonly termsWithoutProvider = (ids: readonly string[]): string[] =>
    termsWithoutProvider(this.options, ids)

  /** Whether everything around the module is loaded too, so that its events have subscribers. */
  async hasStarted(): Promise<boolean> {
    return this.isApplicationStarted
  }

  /** Polls the chain once. Only the process that leads calls this. */
  async poll(): Promise<void> {
    await (await this.poller()).poll()
  }

  /** Calls `poll` when some process needs to know now whether an order is paid. */
  async onPollRequested(poll: () => void): Promise<void> {
    this.notifications.subscribe(POLL_REQUESTED, poll)
  }

  /** Verifies the next addresses for this process's checkouts, while another process leads. */
  async standBy(): Promise<void> {
    await (await this.poller()).standBy()
  }

  async probeSource(): Promise<SourceAnswer[]> {
    return probeSource(this.options.source, this.options.network)
  }

  /** The wallet's first addresses, to be compared with what the wallet itself shows. */
  async firstAddresses(count: number): Promise<string[]> {
    await this.addresses.prepare(0)
    return Array.from({ length: count }, (_, index) => this.addresses.addressAt(index))
  }

  private createLightning(): Lightning | null {
    const { lightning, network } = this.options
    if (lightning === null) return null
    return createLightning({
      db: this.db,
      node: chooseLightning(lightning, network),
      clock: this.clock,
      policy: this.policy,
      minSats: BigInt(lightning.minSats),
      maxSats: BigInt(lightning.maxSats),
      describe: (orderId) => describedOrder(this.db, orderId),
      orderOf: (description) => orderDescribedAs(this.db, description),
      onStatus: recordLightningStatus,
      onFailure: this.warn,
    })
  }

  private async createPoller(): Promise<Poller> {
    return createPoller({
      db: this.db,
      chain: this.chain,
      clock: this.clock,
      policy: this.policy,
      wallet: await this.wallet(),
      addressPool: await this.quotes.addressPool(),
      onFailure: (error) => {
        sourceFailures.inc({ source: error instanceof ChainUnavailable ? error.source : "shop" })
        this.warn(error)
      },
    })
  }
}
