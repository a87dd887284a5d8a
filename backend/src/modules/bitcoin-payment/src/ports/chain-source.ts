import type { SecondOpinion } from "../domain/agreement"
import type { Satoshis } from "../domain/satoshis"

/** 64 lower-case hex digits. */
export type Txid = string
export type BlockHash = string

export interface Tip {
  readonly height: number
  readonly hash: BlockHash
}

export interface ChainTip extends Tip {
  readonly previousHash: BlockHash | null
  /** The block's own time, in milliseconds. */
  readonly time: number
}

export interface PresentOutput {
  readonly txid: Txid
  readonly vout: number
  readonly address: string
  readonly amount: Satoshis
  readonly status: "mempool" | "confirmed"
  /** The block it is in, its hash, and the block's own time in milliseconds; null while it is in none. */
  readonly height: number | null
  readonly blockHash: BlockHash | null
  readonly blockTime: number | null
  /** When the source itself first heard of the transaction, in milliseconds; null when it does not say. */
  readonly heardAt: number | null
}

/**
 * A known transaction that is in neither. `conflicted`: the source says for certain that another one spent its coins.
 * `gone`: the source does not have it (any more); it may be a hiccup, so one such answer is not believed.
 */
export interface LostTransaction {
  readonly txid: Txid
  readonly status: "conflicted" | "gone"
}

export interface Observations {
  readonly present: readonly PresentOutput[]
  readonly lost: readonly LostTransaction[]
}

export interface ChainTransaction {
  readonly txid: Txid
  /** A block's reward spends nothing that there was. */
  readonly inputs: readonly { readonly txid: Txid; readonly vout: number }[]
  readonly outputs: readonly {
    readonly vout: number
    readonly address: string | null
    readonly amount: Satoshis
  }[]
  /** The block it is in, and the block's own time in milliseconds; null while it is in none. */
  readonly height: number | null
  readonly time: number | null
}

export const FEE_BLOCKS = 6

/** The transaction that spends an output. */
export interface Spend {
  readonly txid: Txid
  /** Whether it is in a block; otherwise another one may still take its place. */
  readonly isConfirmed: boolean
}

export interface Question {
  /** The addresses whose turn it is. A source that sees `everything` may answer for any address of the shop's wallet. */
  readonly addresses: readonly string[]
  /** Transactions whose state has to be known: every one gets an answer, in `present` or in `lost`. */
  readonly known: readonly Txid[]
  /** The tip of the last good poll: a source that sees `everything` tells what changed since. Null: tell all. */
  readonly since: Tip | null
}

/** Who watches the chain for us. Every method answers from the chain or throws `ChainUnavailable`; it never guesses "unpaid". */
export interface ChainSource {
  readonly name: string
  /** `everything`: it follows the whole wallet (a node of our own). `addresses`: it must be asked for each address (Esplora). */
  readonly sees: "everything" | "addresses"
  /** Also proves that the source is on the right network and not still syncing. */
  tip(): Promise<ChainTip>
  outputsPaying(question: Question): Promise<Observations>
  /** Null: the source says that it does not exist. */
  transaction(txid: Txid): Promise<ChainTransaction | null>
  /** Null: the output is unspent, in blocks and in the mempool. Only outputs of the shop's wallet are asked about. */
  spendOf(output: { readonly txid: Txid; readonly vout: number }): Promise<Spend | null>
  /** Satoshis per virtual byte for one of the next `FEE_BLOCKS`; null: the source has no estimate. */
  feeEstimate(): Promise<number | null>
  /** Sends a signed transaction to the network. @throws BroadcastRefused with the network's reason */
  broadcast(transaction: string): Promise<void>
  /** Whether the address was ever used; a restored backup must not issue it again. */
  hasHistory(address: string): Promise<boolean>
  /** Called before addresses up to this index are given out, also of an earlier wallet: a source with a wallet follows them. */
  follow(upToIndex: number, descriptor?: string): Promise<void>
  /**
   * What another source shows at one address: an invoice that needs two sources is decided by both. Missing: there is one source
   * only. While there is no opinion, such invoices are not polled. @throws ChainUnavailable while there is none
   */
  secondOpinion?(address: string, known: readonly Txid[]): Promise<SecondOpinion>
  hasSecondOpinion?(): boolean
  /** Why one of two sources is unavailable, though the other one answers; null: both answer. */
  unavailableSource?(): string | null
  /** How far its clock is ahead of ours in milliseconds, by its last answer; null: it did not say. */
  clockOffset?(): number | null
  /** How many requests fit into its budget now. Missing: there is no limit. */
  requestsAvailable?(): number
  /** Has the past searched again, in its own time; null: from the wallet's birth. Only a source with a wallet needs to. */
  rescan?(fromHeight: number | null): Promise<void>
  /** Whether such a search is under way: until it ends, the next poll has to be told everything. */
  isRescanning?(): boolean
}

/** The network does not take a transaction, such as one whose coins are spent. */
export class BroadcastRefused extends Error {}

/** The source gave no trustworthy answer: a time-out, a refusal, nonsense, a node still syncing, another network. Nothing may change on it. */
export class ChainUnavailable extends Error {
  constructor(
    readonly source: string,
    why: string,
    options?: ErrorOptions & {
      /** The source asked to be left alone for this long (HTTP 429). */
      readonly retryAfterMs?: number
    },
  ) {
    super(`${source} is unavailable: ${why}`, options)
    this.name = "ChainUnavailable"
    this.retryAfterMs = options?.retryAfterMs ?? null
  }

  readonly retryAfterMs: number | null
}
