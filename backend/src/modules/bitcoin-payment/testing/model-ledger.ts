import type { Effect } from "../domain/effects"
import type { InvoiceState, Verdict } from "../domain/invoice"
import { ZERO } from "../domain/satoshis"
import type { Observations, Tip } from "../ports/chain-source"
import type {
  Claim,
  ClaimVerdict,
  InvoiceWithOutputs,
  OutboxMessage,
  InvoiceRequest,
  LastPoll,
  Ledger,
  Poll,
  StoredInvoice,
  PollWindow,
  Wallet,
} from "../ports/ledger"
import { ModelObservations } from "./model-observations"
import { ModelOutbox } from "./model-outbox"
import { changeInvoice, copyOf, emptyShelves, type Shelves, type StoredOutput } from "./model-shelves"

export interface StoredVerdict {
  readonly invoice: StoredInvoice
  readonly verdict: Verdict
  readonly effects: readonly Effect[]
}

const WALLET: Wallet = { id: "wallet", descriptor: "of the model", network: "regtest" }
const OPEN: readonly InvoiceState[] = ["awaiting_payment", "underpaid", "seen", "confirming"]
const SETTLED = 100

/**
 * The ledger's promises without a database: each call is one transaction. Which invoices a poll asks for is left to
 * `choose` as far as the promises allow it, so that what is proved here holds for every schedule.
 */
export class ModelLedger implements Ledger {
  shelves = emptyShelves()
  /** Every verdict that was ever stored: a record for the tests, not part of the ledger. */
  readonly verdicts: StoredVerdict[] = []
  readonly outbox = new ModelOutbox(() => this.shelves)
  private readonly observations = new ModelObservations(() => this.shelves)

  constructor(
    private readonly clock: () => number,
    private readonly choose: (invoice: StoredInvoice) => boolean,
  ) {}

  backup(): Shelves {
    return copyOf(this.shelves)
  }

  invoices(): StoredInvoice[] {
    return [...this.shelves.invoices.values()]
  }

  outputsOf(invoiceId: string): StoredOutput[] {
    return this.observations.outputsOf(invoiceId)
  }

  async useWallet(): Promise<Wallet> {
    return WALLET
  }

  async openInvoice(
    wallet: Wallet,
    request: InvoiceRequest,
    addressAt: (index: number) => string,
  ): Promise<StoredInvoice> {
    const latest = await this.invoiceOfSession(request.sessionId)
    if (latest && !(latest.state === "expired" && latest.closed === null)) return latest
    const index = this.shelves.nextIndex
    const invoice: StoredInvoice = {
      ...request,
      id: `invoice-${index}`,
      renewal: (latest?.renewal ?? -1) + 1,
      walletId: wallet.id,
      addressIndex: index,
      address: addressAt(index),
      createdAt: this.clock(),
      lastPollAt: this.clock(),
      state: "awaiting_payment",
      version: 0,
      received: ZERO,
      confirmations: 0,
      closed: null,
      captured: false,
      accepted: null,
      returned: null,
    }
    this.shelves.nextIndex += 1
    this.shelves.invoices.set(invoice.id, invoice)
    return invoice
  }

  async skipIndex(_wallet: Wallet, index: number): Promise<void> {
    if (this.shelves.nextIndex === index) this.shelves.nextIndex += 1
  }

  async nextIndex(): Promise<number> {
    return this.shelves.nextIndex
  }

  async recordPoll(
    _wallet: Wallet,
    poll: { startedAt: number; tip: Tip } | { failure: string },
  ): Promise<void> {
    this.shelves.poll =
      "failure" in poll
        ? { ...this.shelves.poll, failure: poll.failure }
        : { at: poll.startedAt, tip: poll.tip, failure: null }
  }

  async lastPoll(): Promise<LastPoll> {
    return this.shelves.poll
  }

  /** Nobody asks for one here. */
  async startRequestedRescan(): Promise<void> {}

  async invoiceOfOrder(orderId: string): Promise<StoredInvoice | null> {
    return (
      this.invoices()
        .filter((invoice) => invoice.orderId === orderId)
        .at(-1) ?? null
    )
  }

  async isPaidByAnother({ id, orderId }: StoredInvoice): Promise<boolean> {
    return this.invoices().some((other) => other.orderId === orderId && other.id !== id && other.captured)
  }

  async invoiceOfSession(sessionId: string): Promise<StoredInvoice | null> {
    return (
      this.invoices()
        .filter((invoice) => invoice.sessionId === sessionId)
        .at(-1) ?? null
    )
  }

  /** Whatever has money that a new block can move must be asked for; of the rest, `choose` decides. */
  async invoicesToPoll({ isFirst, hasTipMoved, sees }: PollWindow): Promise<StoredInvoice[]> {
    return this.invoices().filter((invoice) => {
      const isSettled = invoice.confirmations >= SETTLED
      if (isFirst) return !isSettled
      const hasMoney = this.observations.liveOutputsOf(invoice.id).length > 0
      return (sees === "everything" && hasMoney && hasTipMoved && !isSettled) || this.choose(invoice)
    })
  }

  async liveTransactions(invoices: readonly StoredInvoice[]): Promise<string[]> {
    return [
      ...new Set(invoices.flatMap(({ id }) => this.observations.liveOutputsOf(id).map(({ txid }) => txid))),
    ]
  }

  async recordObservations(look: Poll, seen: Observations): Promise<InvoiceWithOutputs[]> {
    return this.observations.record(look, seen)
  }

  async recordVerdict(
    invoice: StoredInvoice,
    verdict: Verdict,
    tip: Tip,
    effects: readonly Effect[],
    cause: string,
  ): Promise<boolean> {
    const stored = this.shelves.invoices.get(invoice.id)
    if (stored?.version !== invoice.version) return false
    this.verdicts.push({ invoice, verdict, effects })
    const { state, received, confirmations } = verdict
    this.move(stored, state, `${cause} at block ${tip.height}`, { received, confirmations })
    this.outbox.queue(invoice.id, effects)
    return true
  }

  async processOutbox(
    now: number,
    work: (effect: OutboxMessage, invoice: StoredInvoice) => Promise<"done" | "skipped">,
    onFailure: (effect: OutboxMessage, error: unknown) => void,
  ): Promise<void> {
    await this.outbox.deliver(now, work, onFailure)
  }

  async markCaptured(invoiceId: string): Promise<void> {
    const invoice = this.shelves.invoices.get(invoiceId)
    if (invoice && !invoice.captured)
      changeInvoice(this.shelves, invoiceId, { captured: true, version: invoice.version + 1 })
  }

  async markClosed(invoiceId: string, how: "expired" | "cancelled"): Promise<void> {
    const invoice = this.shelves.invoices.get(invoiceId)
    if (!invoice || invoice.closed !== null) return
    const state = OPEN.includes(invoice.state) ? how : invoice.state
    this.move(invoice, state, `the order was closed: ${how}`, { closed: how })
  }

  async recordClaim(invoiceId: string, transactionId: string, verdict: ClaimVerdict): Promise<void> {
    const id = `${invoiceId} ${transactionId}`
    const address = this.shelves.invoices.get(invoiceId)?.address ?? ""
    if (!this.shelves.claims.has(id))
      this.shelves.claims.set(id, { id, invoiceId, address, transactionId, verdict })
  }

  async openClaims(_now: number, limit: number): Promise<Claim[]> {
    const isOpen = ({ verdict }: { verdict: ClaimVerdict }) =>
      verdict === "pending" || verdict === "not_found" || verdict === "unknown"
    return [...this.shelves.claims.values()].filter(isOpen).slice(0, limit)
  }

  async judgeClaim(claim: Claim, verdict: ClaimVerdict): Promise<void> {
    this.shelves.claims.set(claim.id, { ...claim, verdict })
  }

  async whileLeading(work: () => Promise<void>): Promise<boolean> {
    await work()
    return true
  }

  private move(
    invoice: StoredInvoice,
    to: InvoiceState,
    cause: string,
    change: Partial<StoredInvoice>,
  ): void {
    changeInvoice(this.shelves, invoice.id, { ...change, state: to, version: invoice.version + 1 })
    if (to !== invoice.state)
      this.shelves.transitions.push({ invoiceId: invoice.id, from: invoice.state, to, cause })
  }
}
