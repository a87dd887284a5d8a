import type { Satoshis } from "../domain/satoshis"

/** 64 lower-case hex digits. */
export type Txid = string
/** 64 lower-case hex digits. */
export type BlockHash = string

export interface Tip {
  readonly height: number
  readonly hash: BlockHash
}

/** One output as a chain source tells it at one moment. */
export interface ObservedOutput {
  readonly txid: Txid
  readonly vout: number
  readonly address: string
  readonly amount: Satoshis
  readonly status: "mempool" | "confirmed" | "conflicted" | "gone"
  readonly height: number | null
  readonly blockHash: BlockHash | null
  /** The block's own time in milliseconds; null while it is in none. */
  readonly blockTime: number | null
}

export interface ChainTransaction {
  readonly txid: Txid
  readonly outputs: readonly {
    readonly vout: number
    readonly address: string | null
    readonly amount: Satoshis
  }[]
  readonly height: number | null
}

/** Who watches the chain for us. Every method answers from the chain or throws `ChainUnavailable`; it never guesses "unpaid". */
export interface ChainSource {
  readonly name: string
  tip(): Promise<Tip>
  /**
   * Every output that pays one of these addresses now.
   * An output that is absent from the answer is not on the chain and not in the mempool as this source sees it.
   */
  outputsPaying(addresses: readonly string[]): Promise<ObservedOutput[]>
  /** Null: the source says that it does not exist. */
  transaction(txid: Txid): Promise<ChainTransaction | null>
  /** Whether the address was ever used; a restored backup must not issue it again. */
  hasHistory(address: string): Promise<boolean>
}

/** The source gave no trustworthy answer: a time-out, a refusal, nonsense, a node still syncing, another network. Nothing may change on it. */
export class ChainUnavailable extends Error {
  constructor(source: string, why: string, options?: ErrorOptions) {
    super(`${source} is unavailable: ${why}`, options)
    this.name = "ChainUnavailable"
  }
}
