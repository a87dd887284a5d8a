import type { ActKind } from "../domain/acts"
import type { Invoice, InvoiceState, Output, Verdict } from "../domain/invoice"
import type { Satoshis } from "../domain/satoshis"
import type { ChainSource, Observations, Tip, Txid } from "./chain-source"

export interface Wallet {
  readonly id: string
  readonly descriptor: string
  readonly network: string
}

/** An invoice as it is stored: the domain's facts, and where it belongs. */
export interface StoredInvoice extends Invoice {
  readonly id: string
  readonly orderId: string
  readonly sessionId: string
  readonly walletId: string
  readonly addressIndex: number
  readonly address: string
  readonly rate: string
  readonly rateSource: string
  readonly rateAt: number
  readonly createdAt: number
  /** When the last successful look at its address started. */
  readonly lastLookAt: number
  readonly state: InvoiceState
  /** Rises with every stored verdict; a writer that read an older one loses. */
  readonly version: number
  readonly received: Satoshis
  readonly confirmations: number
}

/** What is asked for when an order is placed. */
export interface InvoiceRequest {
  readonly orderId: string
  readonly sessionId: string
  readonly pricePence: bigint
  readonly due: Satoshis
  readonly rate: string
  readonly rateSource: string
  readonly rateAt: number
  readonly expiresAt: number
}

/** Something to be done once in the world outside because an invoice changed. */
export interface Act {
  readonly id: string
  readonly invoiceId: string
  readonly kind: ActKind
  readonly attempts: number
}

/** An invoice with everything the chain said about it. */
export interface Dossier {
  readonly invoice: StoredInvoice
  readonly outputs: readonly Output[]
}

/** How the watcher fares. */
export interface LastLook {
  /** The start of the last good look. */
  readonly at: number | null
  readonly tip: Tip | null
  /** Why the looks since then failed. */
  readonly failure: string | null
}

/** Whose turn it is. */
export interface Turn {
  readonly now: number
  readonly sees: ChainSource["sees"]
  /** A new block since the last look. */
  readonly hasTipMoved: boolean
  /** The first look after a start asks for everything, before anything can expire. */
  readonly isFirst: boolean
}

/** One look at the chain. */
export interface Look {
  readonly startedAt: number
  readonly asked: readonly StoredInvoice[]
  /** When the look before this one started, where that covered every invoice; null: each invoice knows its own. */
  readonly previousAt: number | null
}

/** Where facts are kept. Rows are added and marked, never reused. */
export interface Ledger {
  /** The wallet of this descriptor, made on first use; every other wallet of the network is retired, and stays watched. */
  useWallet(descriptor: string, network: string): Promise<Wallet>
  /**
   * Takes the wallet's next index and opens the invoice in one transaction: no address twice, no gap.
   * Idempotent by session: a second call answers the first invoice.
   */
  openInvoice(
    wallet: Wallet,
    request: InvoiceRequest,
    addressAt: (index: number) => string,
  ): Promise<StoredInvoice>
  /** Passes over an index whose address has a past (a restored backup). */
  skipIndex(wallet: Wallet, index: number): Promise<void>
  nextIndex(wallet: Wallet): Promise<number>
  /** How the last look went: its start and tip, or why it failed. */
  recordLook(wallet: Wallet, look: { startedAt: number; tip: Tip } | { failure: string }): Promise<void>
  lastLook(wallet: Wallet): Promise<LastLook>
  invoiceOfOrder(orderId: string): Promise<StoredInvoice | null>
  invoiceOfSession(sessionId: string): Promise<StoredInvoice | null>
  /** Invoices whose turn it is in this look; how often depends on their state, their age and what the source sees. */
  invoicesToWatch(turn: Turn): Promise<StoredInvoice[]>
  /** Transactions of these invoices whose state can still change. */
  liveTransactions(invoices: readonly StoredInvoice[]): Promise<Txid[]>
  /**
   * Stores what the source said in a look that started at `startedAt`, and answers every invoice that was asked for or
   * that the answer speaks of, with all its outputs.
   */
  recordObservations(look: Look, observations: Observations): Promise<Dossier[]>
  /** Stores a verdict, appends the transition and queues the acts; false when somebody else stored one meanwhile. */
  recordVerdict(
    invoice: StoredInvoice,
    verdict: Verdict,
    tip: Tip,
    acts: readonly ActKind[],
    cause: string,
  ): Promise<boolean>
  /**
   * Runs `work` for each act that is due, holding it against every other process. `moot`: the invoice no longer asks
   * for it, and may ask again. A throw is kept and tried again later.
   */
  deliverActs(
    now: number,
    work: (act: Act, invoice: StoredInvoice) => Promise<"done" | "moot">,
    onFailure: (act: Act, error: unknown) => void,
  ): Promise<void>
  markCaptured(invoiceId: string): Promise<void>
  markClosed(invoiceId: string, how: "expired" | "cancelled"): Promise<void>
  recordClaim(invoiceId: string, transactionId: string, verdict: "unverifiable" | "pending"): Promise<void>
  /** Runs `work` if no other process leads, and answers whether it did. */
  whileLeading(work: () => Promise<void>): Promise<boolean>
}
