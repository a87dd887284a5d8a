import type { Effect, EffectKind } from "../domain/effects"
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
  /** 0 is the first quote of the payment session; a renewed one has an address of its own. */
  readonly renewal: number
  readonly walletId: string
  readonly addressIndex: number
  readonly address: string
  readonly rate: string
  readonly rateSource: string
  readonly rateAt: number
  readonly createdAt: number
  /** When the last successful look at its address started. */
  readonly lastPollAt: number
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
export interface OutboxMessage {
  readonly id: string
  readonly invoiceId: string
  readonly kind: EffectKind
  readonly attempts: number
}

/**
 * What became of a transaction id that a buyer sent: `unverifiable` is no transaction id at all, `pending` was not
 * looked up yet, `pays` this very invoice, `mismatch` something else, `not_found` nobody has heard of it, `unknown`
 * the source could not be asked.
 */
export type ClaimVerdict = "unverifiable" | "pending" | "pays" | "mismatch" | "not_found" | "unknown"

export interface Claim {
  readonly id: string
  readonly invoiceId: string
  readonly address: string
  readonly transactionId: Txid
}

/** An invoice with everything the chain said about it. */
export interface InvoiceWithOutputs {
  readonly invoice: StoredInvoice
  readonly outputs: readonly Output[]
}

/** How the watcher fares. */
export interface LastPoll {
  /** The start of the last good poll. */
  readonly at: number | null
  readonly tip: Tip | null
  /** Why the polls since then failed. */
  readonly failure: string | null
}

/** Whose turn it is. */
export interface PollWindow {
  readonly now: number
  readonly sees: ChainSource["sees"]
  /** A new block since the last poll. */
  readonly hasTipMoved: boolean
  /** The first poll after a start asks for everything, before anything can expire. */
  readonly isFirst: boolean
}

/** One poll of the chain. */
export interface Poll {
  readonly startedAt: number
  readonly asked: readonly StoredInvoice[]
  /** Whether the answer holds everything about every invoice, or about those that were asked for. */
  readonly covers: "everything" | "asked"
  /** When the poll before this one started, where that covered every invoice; null: each invoice knows its own. */
  readonly previousAt: number | null
}

/** Calls a person when a message keeps failing. */
export interface Alarm {
  /** Failed tries before it is raised, once. */
  readonly after: number
  /** A throw leaves it to the next failure. */
  readonly raise: (message: OutboxMessage, invoice: StoredInvoice, error: unknown) => Promise<void>
}

/** Where facts are kept. Rows are added and marked, never reused. */
export interface Ledger {
  /** The wallet of this descriptor, made on first use; every other wallet of the network is retired, and stays watched. */
  useWallet(descriptor: string, network: string): Promise<Wallet>
  /**
   * Takes the wallet's next index and opens the invoice in one transaction: no address twice, no gap.
   * Idempotent: while the session has an invoice that is not `expired`, or one whose order is closed, it answers that.
   * After one that ran out, the next is a renewal: a new quote at a new address.
   */
  openInvoice(
    wallet: Wallet,
    request: InvoiceRequest,
    addressAt: (index: number) => string,
  ): Promise<StoredInvoice>
  /** Passes over an index whose address has a past (a restored backup). */
  skipIndex(wallet: Wallet, index: number): Promise<void>
  nextIndex(wallet: Wallet): Promise<number>
  /** How the last poll went: its start and tip, or why it failed. */
  recordPoll(wallet: Wallet, poll: { startedAt: number; tip: Tip } | { failure: string }): Promise<void>
  lastPoll(wallet: Wallet): Promise<LastPoll>
  /** Begins the search of the past that the operator asked for, if any: from a block, or null: the wallet's birth. */
  startRequestedRescan(wallet: Wallet, begin: (fromHeight: number | null) => Promise<void>): Promise<void>
  invoiceOfOrder(orderId: string): Promise<StoredInvoice | null>
  /** Whether another invoice of the same order was captured. */
  isPaidByAnother(invoice: StoredInvoice): Promise<boolean>
  invoiceOfSession(sessionId: string): Promise<StoredInvoice | null>
  /** Invoices whose turn it is in this poll; how often depends on their state, their age and what the source sees. */
  invoicesToPoll(window: PollWindow): Promise<StoredInvoice[]>
  /** Transactions of these invoices whose state can still change. */
  liveTransactions(invoices: readonly StoredInvoice[]): Promise<Txid[]>
  /**
   * Stores what the source said in a poll that started at `startedAt`, and answers every invoice that was asked for or
   * that the answer speaks of, with all its outputs.
   */
  recordObservations(look: Poll, observations: Observations): Promise<InvoiceWithOutputs[]>
  /** Stores a verdict, appends the transition and queues the messages; false when somebody else stored one meanwhile. */
  recordVerdict(
    invoice: StoredInvoice,
    verdict: Verdict,
    tip: Tip,
    effects: readonly Effect[],
    cause: string,
  ): Promise<boolean>
  /**
   * Runs `work` for each message that is due, holding it against every other process. `skipped`: the invoice no longer asks
   * for it, and may ask again. A throw is kept and tried again later; one that comes again and again raises the alarm.
   */
  processOutbox(
    now: number,
    work: (message: OutboxMessage, invoice: StoredInvoice) => Promise<"done" | "skipped">,
    onFailure: (message: OutboxMessage, error: unknown) => void,
    alarm?: Alarm,
  ): Promise<void>
  markCaptured(invoiceId: string): Promise<void>
  markClosed(invoiceId: string, how: "expired" | "cancelled"): Promise<void>
  recordClaim(invoiceId: string, transactionId: string, verdict: ClaimVerdict): Promise<void>
  /** Claims of a real transaction id whose truth is not known yet, oldest poll-up first. */
  openClaims(now: number, limit: number): Promise<Claim[]>
  /** Keeps what the chain says of a claim; `pays` makes its invoice's address be polled next. */
  judgeClaim(claim: Claim, verdict: ClaimVerdict): Promise<void>
  /** Runs `work` if no other process leads, and answers whether it did. */
  whileLeading(work: () => Promise<void>): Promise<boolean>
}
