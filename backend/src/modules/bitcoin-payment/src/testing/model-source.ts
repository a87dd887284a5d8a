import type { Satoshis } from "../domain/satoshis"
import {
  BroadcastRefused,
  ChainUnavailable,
  type ChainSource,
  type ChainTip,
  type ChainTransaction,
  type LostTransaction,
  type Observations,
  type PresentOutput,
  type Question,
  type Spend,
  type Txid,
} from "../ports/chain-source"
import type { ModelChain } from "./model-chain"

/** What may be wrong with the line to the network; one for all processes. */
export interface Faults {
  /** So many calls fail, after `answers` more that do not. */
  outage: number
  answers: number
  /** So many polls do not find the mempool's transactions, though they are there. */
  hiccups: number
  /**
   * So many polls do not find them in an address's list, though they are found by their id: every second poll in all lists,
   * the others in the lists of half of the addresses.
   */
  lags: number
  /** It says that no address was ever used. */
  isUnaware: boolean
  /** How far the node's clock is ahead, in milliseconds. */
  clock: number
  /** Answers come twice and in another order. */
  isScrambled: boolean
}

/** What an address held at the moment a poll was answered. */
export interface Coin {
  readonly amount: Satoshis
  readonly depth: number
}

/** A chain source over the model chain: one that is asked by address (Esplora) or one that follows the wallet (Core). */
export class ModelSource implements ChainSource {
  readonly name: string
  /** What each address held when it was last asked about. */
  lastTruth: ReadonlyMap<string, readonly Coin[]> = new Map()
  /** By the clock of the chain, which each poll moves. */
  answeredAt = 0
  /** The addresses that the current poll asked about. */
  lastAsked: ReadonlySet<string> = new Set()
  /** Of the current poll. They depend on the poll and the address, not on the order of the questions. */
  private isForgetful = false
  private lag = 0

  constructor(
    readonly sees: ChainSource["sees"],
    private readonly chain: ModelChain,
    private readonly faults: Faults,
    private readonly isOurs: (address: string) => boolean,
  ) {
    this.name = `the model that sees ${sees}`
  }

  async tip(): Promise<ChainTip> {
    this.answerOrFail()
    // A poll begins with this question.
    this.isForgetful = this.faults.hiccups > 0
    this.lag = this.faults.lags
    this.faults.hiccups = Math.max(0, this.faults.hiccups - 1)
    this.faults.lags = Math.max(0, this.faults.lags - 1)
    return this.chain.tip
  }

  async outputsPaying({ addresses, known, since }: Question): Promise<Observations> {
    this.answerOrFail()
    const truth = this.truth()
    // A source that is asked by address answers each question at its own moment.
    this.lastTruth =
      this.sees === "everything"
        ? truth
        : new Map([
            ...this.lastTruth,
            ...addresses.map((address) => [address, truth.get(address) ?? []] as const),
          ])
    this.lastAsked = new Set([...this.lastAsked, ...addresses])
    this.answeredAt = this.chain.now
    const all = this.chain.transactions().map(({ txid }) => txid)
    const finds = (txid: Txid) =>
      this.chain.isLive(txid) && !(this.isForgetful && this.chain.whereIs(txid).kind === "mempool")
    const changed = new Set(since === null ? all : this.chain.changedSince(since.hash))
    const isTold = (txid: Txid) => changed.has(txid) || this.chain.whereIs(txid).kind === "mempool"

    const listed =
      this.sees === "addresses"
        ? this.outputsOf(all.filter(finds)).filter((output) => this.isListed(output, addresses))
        : this.outputsOf(all.filter((txid) => finds(txid) && isTold(txid)))
    const unlisted = known.filter((txid) => !listed.some((output) => output.txid === txid))
    const present = [...listed, ...this.outputsOf(unlisted.filter(finds))]
    const lost = unlisted.filter((txid) => !finds(txid)).map((txid) => this.lossOf(txid))
    return this.faults.isScrambled ? { present: [...present, ...present].reverse(), lost } : { present, lost }
  }

  async transaction(txid: Txid): Promise<ChainTransaction | null> {
    this.answerOrFail()
    const found = this.chain.transactions().find((transaction) => transaction.txid === txid)
    if (!found || !this.chain.isLive(txid)) return null
    const place = this.chain.whereIs(txid)
    return {
      txid,
      inputs: found.coins.flatMap((coin) => {
        const [id = "", vout = ""] = coin.split(":")
        return vout === "" ? [] : [{ txid: id, vout: Number(vout) }]
      }),
      outputs: found.outputs.map((output, vout) => ({ vout, ...output })),
      height: place.kind === "block" ? place.height : null,
      time: place.kind === "block" ? place.time : null,
    }
  }

  async spendOf({ txid, vout }: { txid: Txid; vout: number }): Promise<Spend | null> {
    this.answerOrFail()
    const spender = this.chain
      .transactions()
      .find((each) => each.coins.includes(`${txid}:${vout}`) && this.chain.isLive(each.txid))
    return spender === undefined
      ? null
      : { txid: spender.txid, isConfirmed: this.chain.depthOf(spender.txid) > 0 }
  }

  async feeEstimate(): Promise<number | null> {
    return null
  }

  async broadcast(): Promise<void> {
    throw new BroadcastRefused("the model has no transactions of others")
  }

  async hasHistory(address: string): Promise<boolean> {
    this.answerOrFail()
    if (this.faults.isUnaware) return false
    return (this.truth().get(address) ?? []).length > 0
  }

  async follow(): Promise<void> {
    this.answerOrFail()
  }

  private isListed({ txid, address }: PresentOutput, addresses: readonly string[]): boolean {
    const isLate = this.lag % 2 === 1 || (this.lag > 0 && /[13579]$/.test(address))
    return addresses.includes(address) && !(isLate && this.chain.whereIs(txid).kind === "mempool")
  }

  private outputsOf(txids: readonly Txid[]): PresentOutput[] {
    return this.chain.transactions().flatMap(({ txid, outputs }) => {
      if (!txids.includes(txid)) return []
      // Only a node of our own knows when it first heard of a transaction.
      const sentAt = this.sees === "everything" ? this.chain.heardAt(txid) : null
      const heardAt = sentAt === null ? null : sentAt + this.faults.clock
      return outputs.flatMap((output, vout) =>
        this.isOurs(output.address) ? [{ txid, vout, ...output, ...this.chain.reported(txid), heardAt }] : [],
      )
    })
  }

  /** Only a node of our own knows of the conflict; Esplora just has nothing. */
  private lossOf(txid: Txid): LostTransaction {
    const isCertain = this.sees === "everything" && this.chain.whereIs(txid).kind === "conflicted"
    return { txid, status: isCertain ? "conflicted" : "gone" }
  }

  private truth(): Map<string, Coin[]> {
    const truth = new Map<string, Coin[]>()
    for (const { txid, outputs } of this.chain.transactions()) {
      if (!this.chain.isLive(txid)) continue
      for (const { address, amount } of outputs)
        truth.set(address, [...(truth.get(address) ?? []), { amount, depth: this.chain.depthOf(txid) }])
    }
    return truth
  }

  private answerOrFail(): void {
    if (this.faults.outage <= 0) return
    if (this.faults.answers > 0) {
      this.faults.answers -= 1
      return
    }
    this.faults.outage -= 1
    throw new ChainUnavailable(this.name, "the model says so")
  }
}
