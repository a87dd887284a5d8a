import { effectsFor } from "../domain/effects"
import { evaluatePolled } from "../domain/evaluate"
import type { Invoice, InvoiceState } from "../domain/invoice"
import { addWorkingTime } from "../domain/working-time"
import { observe, type FoundOutput, type TrackedOutput } from "../domain/observe"
import { DEFAULT_POLICY } from "../domain/policy"
import { reservedUntil } from "../domain/reservation"
import { satoshis, type Satoshis } from "../domain/satoshis"
import { ModelChain, type ModelTransaction } from "./model-chain"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ADDRESS = "the invoice's address"
export const DUE = satoshis(62_500n)
export const TOLERANCE = satoshis(125n)

/** What the network did to a transaction. */
interface Sent extends ModelTransaction {
  readonly amount: Satoshis
  readonly sentAt: number
}

/**
 * One invoice and its order's stock: the production rules over the model chain, without a database. It notes what the
 * buyer really did, to which the properties compare what the shop decided.
 */
export class TimedShop {
  readonly chain = new ModelChain()
  private readonly openedAt = this.chain.now
  private readonly openedAtHeight = this.chain.tip.height
  readonly expiresAt = this.chain.now + HOUR
  readonly firstBlockBy = this.expiresAt + 6 * HOUR
  readonly heldUntil = this.expiresAt + DEFAULT_POLICY.holdMs
  readonly decideBy = addWorkingTime(this.heldUntil, DEFAULT_POLICY.caseMs, DEFAULT_POLICY.workingDays)
  readonly sent: Sent[] = []
  /** When a block first held each transaction. */
  readonly firstBlocks = new Map<string, number>()
  /** The node lost its mempool: it finds only what a block holds. */
  isForgetful = false
  state: InvoiceState = "awaiting_payment"
  capturedAt: number | null = null
  releasedAt: number | null = null
  private outputs: TrackedOutput[] = []
  private lastPollAt = this.chain.now
  private releaseAt = Infinity

  pay(amount: Satoshis, coins?: readonly string[]): void {
    const transaction = this.chain.send([{ address: ADDRESS, amount }], coins)
    this.sent.push({ ...transaction, amount, sentAt: this.chain.now })
  }

  /** Sends the coins of an unconfirmed payment again; 0 satoshis: to another address. */
  replace(number: number, amount: Satoshis): void {
    const replaced = this.unconfirmed(number)
    if (replaced === undefined) return
    if (amount > 0n) this.pay(amount, replaced.coins)
    else this.chain.replace(replaced.txid, [])
  }

  unconfirmed(number: number): ModelTransaction | undefined {
    const all = this.chain.mempoolTransactions()
    return all[number % Math.max(1, all.length)]
  }

  /** Notes which transactions are in a block for the first time. To be called after each block. */
  noteBlocks(): void {
    for (const { txid } of this.sent)
      if (this.chain.depthOf(txid) > 0 && !this.firstBlocks.has(txid))
        this.firstBlocks.set(txid, this.chain.now)
  }

  /** What pays the invoice now. */
  live(): readonly Sent[] {
    return this.sent.filter(({ txid, amount }) => amount >= DEFAULT_POLICY.dust && this.chain.isLive(txid))
  }

  /** A poll of the chain, the verdict, and the effects that are due. */
  poll(): void {
    this.chain.now += 1
    const startedAt = this.chain.now
    const isLost = ({ txid, status }: TrackedOutput) =>
      (status === "mempool" || status === "confirmed") && !this.finds(txid)
    this.outputs = observe(this.outputs, {
      present: this.sent.filter(({ txid }) => this.finds(txid)).map((sent) => this.found(sent)),
      lost: this.outputs.filter(isLost).map(({ txid }) => ({ txid, status: this.lossOf(txid) })),
      startedAt,
      height: this.chain.tip.height,
      lastPollAt: this.lastPollAt,
      openedAt: this.openedAt,
      openedAtHeight: this.openedAtHeight,
      expiresAt: this.expiresAt,
      graceMs: DEFAULT_POLICY.graceMs,
    })
    this.lastPollAt = startedAt
    this.evaluate(startedAt)
    // The requested cancellation is postponed to the end of the reservation.
    const until = reservedUntil({ ...this.invoice(), state: this.state }, this.outputs, DEFAULT_POLICY)
    if (startedAt >= this.releaseAt && startedAt > until) this.releasedAt ??= startedAt
  }

  private evaluate(observedAt: number): void {
    const chain = { height: this.chain.tip.height, observedAt }
    const verdict = evaluatePolled(this.invoice(), this.outputs, chain, DEFAULT_POLICY)
    if (verdict === null || verdict.state === this.state) return
    const { state } = verdict
    this.state = state
    for (const { kind, notBefore } of effectsFor(this.invoice(), state, DEFAULT_POLICY)) {
      if (kind === "capture") this.capturedAt = observedAt
      if (kind === "cancel") this.releaseAt = notBefore
    }
  }

  private invoice(): Invoice {
    return {
      due: DUE,
      tolerance: TOLERANCE,
      priceMinor: 25_00n,
      createdAt: this.openedAt,
      expiresAt: this.expiresAt,
      firstBlockBy: this.firstBlockBy,
      requiredConfirmations: 3,
      closed: this.releasedAt === null ? null : "expired",
      captured: this.capturedAt !== null,
      accepted: null,
      returned: null,
      decidedSurplusMinor: 0n,
      rate: "40000",
      currency: "GBP",
    }
  }

  private finds(txid: string): boolean {
    return this.isForgetful ? this.chain.depthOf(txid) > 0 : this.chain.isLive(txid)
  }

  private lossOf(txid: string): "conflicted" | "gone" {
    return this.chain.whereIs(txid).kind === "conflicted" ? "conflicted" : "gone"
  }

  private found({ txid, amount }: Sent): FoundOutput {
    return { txid, vout: 0, amount, ...this.chain.reported(txid), heardAt: null }
  }
}
