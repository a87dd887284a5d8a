import type { Connection } from "medusa-payments/database"
import type { StaffMember } from "../domain/invoice-details"
import {
  paidBy,
  UNPAID,
  type Coin,
  type PreparedTransaction,
  type RefundRequest,
  type SignedReading,
} from "../domain/refund-batch"
import { BroadcastRefused, ChainUnavailable, type ChainSource, type Spend } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import {
  closePayouts,
  discardBatch,
  endBatch,
  findBatch,
  findTaken,
  insertBatch,
  listedBatches,
  lockForBatch,
  nextChangeIndex,
  setOutcome,
  setSpender,
  spendableCoins,
  watchedBatches,
  type NewPayout,
  type StoredBatch,
  type StoredPayout,
} from "../repository/refund-batches"
import { markSpent } from "../repository/books"
import { AddressesUnavailable } from "./address-pool"
import { createBackOff } from "./back-off"

export type BatchRejection =
  | "unsupported_wallet"
  | "short_of_funds"
  | "in_a_batch"
  | "no_batch"
  | "already_sent"
  | "refused_by_network"
  | Extract<SignedReading, { ok: false }>["reason"]
type Rejected = { readonly ok: false; readonly reason: BatchRejection; readonly detail?: string }
export type BatchResult = { readonly ok: true } | Rejected

interface Parts {
  readonly db: Connection
  readonly chain: Pick<
    ChainSource,
    "spendOf" | "transaction" | "feeEstimate" | "broadcast" | "requestsAvailable"
  >
  readonly clock: Clock
  readonly wallet: () => Promise<{ readonly id: string }>
  /** Null: the shop cannot prepare a transaction of this kind of wallet, or does not know its change addresses. */
  readonly prepare: ((request: RefundRequest) => PreparedTransaction | null) | null
  readonly readSigned: (text: string, psbt: string) => SignedReading
  readonly onFailure: (error: unknown) => void
}

interface Order {
  readonly idempotencyKey: string
  readonly by: StaffMember
  readonly payouts: readonly NewPayout[]
  readonly feeRate: number
}

/** Records a payout as staff record a refund. @returns `recorded`, or why it was rejected */
type RecordPayout = (payout: StoredPayout, batch: StoredBatch, txid: string) => Promise<string>

/** At most so many of the wallet's coins are looked at for one transaction, and so many at a time. */
const MOST_COINS = 200
const AT_ONCE = 5
/** Where requests are rationed, the coins of open batches are asked about this often. */
const RATIONED_MS = 30_000

/** Several refunds in one transaction. The shop prepares it and finds it on the chain; it never signs. */
export function createRefundBatches({ db, chain, clock, wallet, prepare, readSigned, onFailure }: Parts) {
  let lookedAt = 0
  const waiting = createBackOff(clock)

  /** Coins of which the source says now that they are unspent: as many as the payouts and the fee need, or all there are. */
  async function freshCoins(walletId: string, request: Omit<RefundRequest, "coins">): Promise<Coin[]> {
    const candidates = await spendableCoins(db, walletId, MOST_COINS)
    const fresh: Coin[] = []
    for (let start = 0; start < candidates.length; start += AT_ONCE) {
      const asked = candidates.slice(start, start + AT_ONCE)
      const spends = await Promise.all(asked.map((coin) => chain.spendOf(coin)))
      for (const [index, coin] of asked.entries()) {
        const spend = spends[index] ?? null
        if (spend === null) fresh.push(coin)
        else if (spend.isConfirmed) await markSpent(db, [coin], spend.txid)
      }
      if (prepare?.({ ...request, coins: fresh })) break
    }
    return fresh
  }

  async function spendOf({ coins }: StoredBatch): Promise<Spend | null> {
    for (const coin of coins) {
      const spend = await chain.spendOf(coin)
      if (spend !== null) return spend
    }
    return null
  }

  /** Once a block has it: a transaction that is only waiting may be replaced by the wallet. */
  async function follow(batch: StoredBatch, record: RecordPayout): Promise<void> {
    const spend = await spendOf(batch)
    await setSpender(db, batch.id, spend?.txid ?? null)
    if (!spend?.isConfirmed) return
    const transaction = await chain.transaction(spend.txid)
    if (transaction === null) return
    await markSpent(db, transaction.inputs, spend.txid)
    const paid = paidBy(batch.payouts, transaction.outputs)
    for (const payout of batch.payouts.filter(({ outcome }) => outcome === null))
      await setOutcome(
        db,
        payout.id,
        paid.includes(payout) ? await record(payout, batch, spend.txid) : UNPAID,
      )
    await endBatch(db, batch.id)
  }

  async function unavailableInstead<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      throw new AddressesUnavailable(error.message, { cause: error })
    }
  }

  return {
    list: async (): Promise<StoredBatch[]> => listedBatches(db),
    /** Null: the source has no estimate, or does not answer. */
    feeEstimate: async (): Promise<number | null> => {
      try {
        return await chain.feeEstimate()
      } catch (error) {
        if (error instanceof ChainUnavailable) return null
        throw error
      }
    },
    isSupported: prepare !== null,
    /** Prepares one transaction. A repeated key changes nothing. @throws BitcoinUnavailable without the chain source's answer */
    make: async ({ payouts, feeRate, by, idempotencyKey }: Order): Promise<BatchResult> => {
      if (prepare === null) return { ok: false, reason: "unsupported_wallet" }
      const { id: walletId } = await wallet()
      const coins = await unavailableInstead(() => freshCoins(walletId, { payouts, feeRate, changeIndex: 0 }))
      return db.transaction(async (tx): Promise<BatchResult> => {
        await lockForBatch(tx, walletId)
        if ((await findBatch(tx, "idempotency_key", idempotencyKey)) !== null) return { ok: true }
        const changeIndex = await nextChangeIndex(tx, walletId)
        const prepared = prepare({ coins, payouts, feeRate, changeIndex })
        const invoiceIds = payouts.map(({ invoiceId }) => invoiceId)
        const taken = await findTaken(tx, invoiceIds, prepared?.coins ?? [])
        if (taken !== null) return { ok: false, reason: "in_a_batch" }
        if (prepared === null) return { ok: false, reason: "short_of_funds" }
        await insertBatch(tx, { walletId, idempotencyKey, by, payouts, changeIndex }, prepared)
        return { ok: true }
      })
    },
    /** What was sent a moment ago would be paid twice. @throws BitcoinUnavailable as `make` */
    discard: async (id: string): Promise<BatchResult> => {
      const batch = await findBatch(db, "id", id)
      if (batch === null) return { ok: false, reason: "no_batch" }
      const spend = await unavailableInstead(() => spendOf(batch))
      await setSpender(db, id, spend?.txid ?? null)
      return (await discardBatch(db, id)) ? { ok: true } : { ok: false, reason: "already_sent" }
    },
    /** Sends what staff signed, if it is the prepared transaction. @throws BitcoinUnavailable as `make` */
    broadcast: async (id: string, text: string): Promise<BatchResult> => {
      const batch = await findBatch(db, "id", id)
      if (batch?.psbt === null || batch === null) return { ok: false, reason: "no_batch" }
      const signed = readSigned(text, batch.psbt)
      if (!signed.ok) return signed
      try {
        await unavailableInstead(() => chain.broadcast(signed.hex))
      } catch (error) {
        if (!(error instanceof BroadcastRefused)) throw error
        return { ok: false, reason: "refused_by_network", detail: error.message }
      }
      lookedAt = 0
      return { ok: true }
    },
    close: async (id: string, by: StaffMember): Promise<void> => closePayouts(db, id, by.email),
    /** Looks for the transactions of open batches, and records what they paid. One that fails does not stop the others. */
    look: async (record: RecordPayout): Promise<void> => {
      const isRationed = (chain.requestsAvailable?.() ?? Infinity) !== Infinity
      if (isRationed && clock() - lookedAt < RATIONED_MS) return
      lookedAt = clock()
      const left = waiting.keys()
      for (const batch of await watchedBatches(db)) {
        if (left.includes(batch.id)) continue
        try {
          await follow(batch, record)
          waiting.end(batch.id)
        } catch (error) {
          const isAway = error instanceof ChainUnavailable
          if (isAway || waiting.begin(batch.id)) onFailure(error)
          if (isAway) return
        }
      }
    },
  }
}
