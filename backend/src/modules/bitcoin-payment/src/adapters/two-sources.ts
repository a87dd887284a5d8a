import type { SecondOpinion } from "../domain/agreement"
import {
  ChainUnavailable,
  type ChainSource,
  type ChainTip,
  type ChainTransaction,
  type Observations,
  type Question,
  type Spend,
  type Txid,
} from "../ports/chain-source"
import type { Clock } from "../ports/clock"

// A source that failed is left alone for the longest of this, this many times the time that it took to fail, and what it asks:
// one that does not answer must not delay each poll of the other.
const PAUSE_MS = 3000
const PAUSE_FACTOR = 3
/** A source may refuse one address (such as one with thousands of payments), and answer for the others. */
const MAX_FAILURES_IN_A_ROW = 3

/**
 * Two sources. The first is polled, and the second while the first is unavailable. About an invoice that needs both, the
 * second is asked for its opinion, which exists only while both are available (`domain/agreement.ts`).
 */
export class TwoSources implements ChainSource {
  private polled: ChainSource
  private secondTip: ChainTip | null = null
  private readonly down = new Map<ChainSource, { readonly error: ChainUnavailable; readonly until: number }>()
  private readonly failures = new Map<ChainSource, number>()

  constructor(
    private readonly first: ChainSource,
    private readonly second: ChainSource,
    private readonly clock: Clock = Date.now,
  ) {
    this.polled = first
  }

  /** Of the source that is polled now; `tip` decides which one. */
  get name(): string {
    return this.polled.name
  }

  get sees(): ChainSource["sees"] {
    return this.polled.sees
  }

  async tip(): Promise<ChainTip> {
    const tips = [this.first, this.second].map((source) => this.ask(source, () => source.tip()))
    const [one, other] = await Promise.allSettled(tips)
    this.secondTip = other?.status === "fulfilled" ? other.value : null
    if (one?.status === "fulfilled") {
      this.polled = this.first
      return one.value
    }
    if (this.secondTip !== null && one?.reason instanceof ChainUnavailable) {
      this.polled = this.second
      return this.secondTip
    }
    throw one?.reason
  }

  async outputsPaying(question: Question): Promise<Observations> {
    return this.outputsOf(this.polled, question)
  }

  hasSecondOpinion(): boolean {
    return this.polled === this.first && this.secondTip !== null && !this.isDown(this.second)
  }

  async secondOpinion(address: string, known: readonly Txid[]): Promise<SecondOpinion> {
    const { second, secondTip } = this
    if (!this.hasSecondOpinion() || secondTip === null)
      throw this.down.get(second)?.error ?? new ChainUnavailable(second.name, "the other source is used")
    if ((second.requestsAvailable?.() ?? Infinity) < 1)
      throw new ChainUnavailable(second.name, "its request budget is used up for now")
    const { present } = await this.outputsOf(second, { addresses: [address], known, since: null })
    return {
      source: second.name,
      height: secondTip.height,
      outputs: present.filter((output) => output.address === address),
    }
  }

  unavailableSource(): string | null {
    const down = [this.first, this.second].find((source) => this.isDown(source))
    return (down && this.down.get(down)?.error.message) ?? null
  }

  async transaction(txid: Txid): Promise<ChainTransaction | null> {
    return this.askEither((source) => source.transaction(txid))
  }

  async spendOf(output: { txid: Txid; vout: number }): Promise<Spend | null> {
    return this.askEither((source) => source.spendOf(output))
  }

  async feeEstimate(): Promise<number | null> {
    return this.askEither((source) => source.feeEstimate())
  }

  async broadcast(transaction: string): Promise<void> {
    return this.askEither((source) => source.broadcast(transaction))
  }

  /** Asked of one: a public second source need not learn of addresses that it is not needed for. */
  async hasHistory(address: string): Promise<boolean> {
    return this.askEither((source) => source.hasHistory(address))
  }

  /** One that is unavailable now follows them before it is polled again. */
  async follow(upToIndex: number, descriptor?: string): Promise<void> {
    const both = [this.first, this.second].map((source) =>
      this.ask(source, () => source.follow(upToIndex, descriptor)),
    )
    const [one, other] = await Promise.allSettled(both)
    if (one?.status === "rejected" && other?.status === "rejected") throw one.reason
  }

  clockOffset(): number | null {
    return this.polled.clockOffset?.() ?? null
  }

  requestsAvailable(): number {
    return this.polled.requestsAvailable?.() ?? Infinity
  }

  async rescan(fromHeight: number | null): Promise<void> {
    await this.first.rescan?.(fromHeight)
    await this.second.rescan?.(fromHeight)
  }

  isRescanning(): boolean {
    return this.polled.isRescanning?.() ?? false
  }

  private async outputsOf(source: ChainSource, question: Question): Promise<Observations> {
    const startedAt = this.clock()
    try {
      const observations = await source.outputsPaying(question)
      this.failures.delete(source)
      return observations
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      const failures = (this.failures.get(source) ?? 0) + 1
      this.failures.set(source, failures)
      if (error.retryAfterMs !== null || failures >= MAX_FAILURES_IN_A_ROW)
        this.leaveAlone(source, error, startedAt)
      throw error
    }
  }

  private async askEither<Answer>(ask: (source: ChainSource) => Promise<Answer>): Promise<Answer> {
    try {
      return await this.ask(this.first, () => ask(this.first))
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      return this.ask(this.second, () => ask(this.second))
    }
  }

  private async ask<Answer>(source: ChainSource, question: () => Promise<Answer>): Promise<Answer> {
    const down = this.down.get(source)
    if (down !== undefined && this.isDown(source)) throw down.error
    const startedAt = this.clock()
    try {
      return await question()
    } catch (error) {
      if (error instanceof ChainUnavailable) this.leaveAlone(source, error, startedAt)
      throw error
    }
  }

  private leaveAlone(source: ChainSource, error: ChainUnavailable, startedAt: number): void {
    const now = this.clock()
    const pause = Math.max(PAUSE_MS, PAUSE_FACTOR * (now - startedAt), error.retryAfterMs ?? 0)
    this.down.set(source, { error, until: now + pause })
    this.failures.delete(source)
  }

  private isDown(source: ChainSource): boolean {
    return this.clock() < (this.down.get(source)?.until ?? 0)
  }
}
