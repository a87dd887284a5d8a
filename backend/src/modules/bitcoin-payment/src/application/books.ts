import type { Connection } from "medusa-payments/database"
import type { Currency } from "../domain/currency"
import { outputKey, type Output } from "../domain/invoice"
import { ChainUnavailable, type ChainSource } from "../ports/chain-source"
import type { Rate } from "../ports/rate-source"
import {
  coinsToAsk,
  forgetSpend,
  insertRate,
  insertSpend,
  markSpent,
  setSpendAsked,
  setSpendLookedAt,
  shopAddressesAmong,
  unbookedSpends,
  usedCurrencies,
} from "../repository/books"
import { nextChangeIndex } from "../repository/refund-batches"
import { watchedWallets } from "../repository/wallets"
import { reportOnce } from "./back-off"

interface Parts {
  readonly db: Connection
  readonly chain: Pick<ChainSource, "spendOf" | "transaction" | "tip" | "requestsAvailable">
  readonly network: string
  readonly rateToday: (currency: Currency) => Promise<Rate | null>
  /** The next addresses of a wallet that no order has, and its change up to a little beyond what the shop has used. */
  readonly addressesBeyond: (
    descriptor: string,
    nextIndex: number,
    nextChange: number,
  ) => Promise<readonly string[]>
  readonly onFailure: (error: unknown) => void
}

/** What one search may still ask, and the coins whose spending it has found. */
interface Search {
  requests: number
  readonly spent: Set<string>
}

/** A transaction with as many confirmations stays. */
const FINAL = 6
const MOST_REQUESTS = 1000
/** Of a rationed source's requests that are free now: the payments of open orders come first. */
const BUDGET_SHARE = 0.25
/** One coin that cannot be read stops nothing; so many in a row, and the source is away. */
const MOST_FAILURES = 3

/** Keeps what the books need besides the payments: rates, and the transactions that spend the shop's coins. */
export function createBooks({ db, chain, network, rateToday, addressesBeyond, onFailure }: Parts) {
  const unread = reportOnce(onFailure)

  async function keepRate(currency: Currency): Promise<void> {
    const rate = await rateToday(currency)
    if (rate !== null) await insertRate(db, rate)
  }

  async function ask(coin: Pick<Output, "txid" | "vout">, search: Search): Promise<void> {
    if (search.spent.has(outputKey(coin))) return
    let isAnswered = true
    try {
      search.requests -= 1
      const spend = await chain.spendOf(coin)
      if (!spend?.isConfirmed) return
      search.requests -= 1
      const inputs = (await chain.transaction(spend.txid))?.inputs ?? [coin]
      await markSpent(db, inputs, spend.txid)
      for (const input of inputs) search.spent.add(outputKey(input))
    } catch (error) {
      isAnswered = !(error instanceof ChainUnavailable)
      throw error
    } finally {
      await setSpendAsked(db, coin, isAnswered)
    }
  }

  async function look(txid: string, height: number): Promise<void> {
    try {
      await book(txid, height)
    } finally {
      await setSpendLookedAt(db, txid)
    }
  }

  async function book(txid: string, height: number): Promise<void> {
    const transaction = await chain.transaction(txid)
    const { height: minedAt = null, time = null } = transaction ?? {}
    if (transaction === null || minedAt === null || time === null) return forgetSpend(db, txid)
    if (height - minedAt + 1 < FINAL) return
    const own = await ownAmong(transaction.outputs.flatMap(({ address }) => address ?? []))
    const back = transaction.outputs.filter(({ address }) => address !== null && own.has(address))
    await insertSpend(db, transaction, time, back)
  }

  async function ownAmong(addresses: readonly string[]): Promise<Set<string>> {
    const own = new Set(await shopAddressesAmong(db, addresses))
    if (addresses.every((address) => own.has(address))) return own
    for (const { id, descriptor, nextIndex } of await watchedWallets(db, network))
      try {
        for (const address of await addressesBeyond(descriptor, nextIndex, await nextChangeIndex(db, id)))
          own.add(address)
      } catch (error) {
        if (error instanceof ChainUnavailable) throw error
        unread.failure(new Error(`The change of an earlier wallet counts as leaving: ${String(error)}`))
      }
    return own
  }

  async function forEach<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
    let failures = 0
    for (const one of all)
      try {
        await work(one)
        failures = 0
      } catch (error) {
        onFailure(error)
        failures += 1
        if (failures === MOST_FAILURES) return
      }
  }

  return {
    keepRate,
    keepRates: async (): Promise<void> => forEach(await usedCurrencies(db), keepRate),
    /** Looks for what left the shop's addresses since. It may end anywhere, and is repeated without harm. */
    findSpends: async (): Promise<void> => {
      const free = chain.requestsAvailable?.() ?? Infinity
      const requests = free === Infinity ? MOST_REQUESTS : Math.max(1, Math.floor(free * BUDGET_SHARE))
      try {
        const { height } = await chain.tip()
        const search: Search = { requests, spent: new Set() }
        await forEach(await coinsToAsk(db, Math.ceil(requests / 2)), (coin) => ask(coin, search))
        await forEach(await unbookedSpends(db, Math.max(1, search.requests)), (txid) => look(txid, height))
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error
        onFailure(error)
      }
    },
  }
}
