import type { Addresses } from "../ports/addresses"
import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { ChainSource } from "../ports/chain-source"
import type { Clock } from "../ports/clock"

/** How far wallets look beyond the last used address (BIP44's gap limit). */
const GAP_LIMIT = 20
/** One more address is verified for each waiting checkout, up to this many. */
const MAX_EXTRA_ADDRESSES = 200
/** How long an address may be taken after the source said once more that it was never used. */
const FRESH_MS = 15_000
const CONCURRENT_REQUESTS = 5

export interface AddressPoolParts {
  readonly chain: Pick<ChainSource, "follow" | "hasHistory">
  readonly clock: Clock
  readonly addresses: Pick<Addresses, "prepare" | "addressAt">
  readonly nextIndex: () => Promise<number>
  readonly skipIndex: (index: number) => Promise<void>
  /** Rejects while the watcher does not believe the source's chain: an address may have had money in the blocks it lost. */
  readonly requireBelieved: () => Promise<void>
  readonly timeoutMs: number
}

/**
 * After a restore the database may offer addresses that were given out before, and money for two orders at one address cannot
 * be attributed. So the process asks the chain source about each address before it gives it out, ahead of the checkouts. Money
 * may have come since (the owner's wallet shows the same addresses): it asks once more about the one that is taken.
 */
export class AddressPool {
  /** Every address from the wallet's next index up to here was verified as unused. */
  private verifiedUpTo = 0
  /** The wallet's next index at the last check. It only rises, unless the database was restored. */
  private lastNext = 0
  private checking: Promise<void> | null = null
  /** Answers of a check that failed half way: they need not be asked for again. */
  private readonly histories = new Map<number, boolean>()
  private waiting = 0
  /** When the source said once more that this index was never used. */
  private readonly unusedAt = new Map<number, number>()
  private readonly asking = new Map<number, Promise<void>>()

  constructor(private readonly parts: AddressPoolParts) {}

  /** @throws AddressNotVerified when the chain source was not asked about this index just now */
  addressAt(index: number): string {
    if (index >= this.verifiedUpTo || !this.isFresh(index)) throw new AddressNotVerified(index)
    return this.parts.addresses.addressAt(index)
  }

  async prefetch(): Promise<void> {
    this.checking ??= this.verifyNext().finally(() => {
      this.checking = null
    })
    await this.checking
  }

  /** The address that the next order takes. @throws AddressesUnavailable without the chain source's answer or belief in it */
  async ensureReady(): Promise<void> {
    const index = await this.parts.nextIndex()
    await this.inTime(async () => {
      await this.parts.requireBelieved()
      if (index >= this.verifiedUpTo || !this.isFresh(index)) await this.verify(index)
    })
  }

  /** Repeats work that gives out an address once that address is verified. @throws AddressesUnavailable without an answer */
  async withVerifiedAddress<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof AddressNotVerified)) throw error
        await this.inTime(() => this.verify(error.index))
      }
    }
  }

  /** A check in progress may end below the index, so several may be needed. */
  private async verify(index: number): Promise<void> {
    while (index >= this.verifiedUpTo) await this.prefetch()
    // One more for each checkout that waits behind this one.
    const count = Math.min(this.verifiedUpTo - index, Math.max(1, this.waiting), MAX_EXTRA_ADDRESSES)
    for (let asked = 0; asked < count; asked += CONCURRENT_REQUESTS) {
      const indexes = Array.from(
        { length: Math.min(CONCURRENT_REQUESTS, count - asked) },
        (_, offset) => index + asked + offset,
      )
      await Promise.all(indexes.map((each) => this.askOnceMore(each)))
    }
  }

  private isFresh(index: number): boolean {
    return this.parts.clock() - (this.unusedAt.get(index) ?? -Infinity) <= FRESH_MS
  }

  /** An index that was used meanwhile is skipped if it is the next one. */
  private async askOnceMore(index: number): Promise<void> {
    if (this.isFresh(index)) return
    const { chain, addresses, skipIndex, clock } = this.parts
    const ask = async (): Promise<void> => {
      const askedAt = clock()
      if (await chain.hasHistory(addresses.addressAt(index))) return skipIndex(index)
      for (const old of this.unusedAt.keys()) if (!this.isFresh(old)) this.unusedAt.delete(old)
      this.unusedAt.set(index, askedAt)
    }
    const running = this.asking.get(index) ?? ask().finally(() => this.asking.delete(index))
    this.asking.set(index, running)
    await running
  }

  private async inTime(work: () => Promise<void>): Promise<void> {
    this.waiting += 1
    let alarm: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const tooLong = () => reject(new AddressesUnavailable("it did not answer in time"))
      alarm = setTimeout(tooLong, this.parts.timeoutMs)
    })
    try {
      await Promise.race([work(), late])
    } catch (error) {
      if (error instanceof AddressesUnavailable) throw error
      throw new AddressesUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
    } finally {
      clearTimeout(alarm)
      this.waiting -= 1
    }
  }

  /** Skips all up to the last used one. Unused addresses may lie between used ones: it looks as far as a wallet would. */
  private async verifyNext(): Promise<void> {
    const { chain, nextIndex, skipIndex } = this.parts
    const first = await nextIndex()
    if (first < this.lastNext) {
      this.verifiedUpTo = 0
      this.histories.clear()
      this.unusedAt.clear()
    }
    this.lastNext = first
    const window = GAP_LIMIT + Math.min(MAX_EXTRA_ADDRESSES, this.waiting)
    let next = first
    let asked = Math.max(first, this.verifiedUpTo)
    while (asked < next + window) {
      const end = Math.min(asked + CONCURRENT_REQUESTS, next + window)
      const indexes = Array.from({ length: end - asked }, (_, offset) => asked + offset)
      await chain.follow(end - 1)
      await this.askHistories(indexes)
      next = Math.max(next, ...indexes.filter((index) => this.histories.get(index)).map((index) => index + 1))
      asked = end
    }
    this.histories.clear()
    for (let index = first; index < next; index++) await skipIndex(index)
    this.verifiedUpTo = Math.max(this.verifiedUpTo, asked)
  }

  /** @throws the first failure, after the answers to the others are kept */
  private async askHistories(indexes: readonly number[]): Promise<void> {
    const { chain, addresses } = this.parts
    for (const index of indexes) await addresses.prepare(index)
    const missing = indexes.filter((index) => !this.histories.has(index))
    const answers = await Promise.allSettled(
      missing.map((index) => chain.hasHistory(addresses.addressAt(index))),
    )
    for (const [offset, answer] of answers.entries())
      if (answer.status === "fulfilled") this.histories.set(missing[offset] ?? -1, answer.value)
    const failed = answers.find((answer) => answer.status === "rejected")
    if (failed !== undefined) throw failed.reason
  }
}

class AddressNotVerified extends Error {
  constructor(readonly index: number) {
    super(`Address ${index} is not verified yet.`)
    this.name = "AddressNotVerified"
  }
}

/** It is unknown whether the next address was given out before. */
export class AddressesUnavailable extends BitcoinUnavailable {
  override readonly code = "no_chain"
  override readonly sentence =
    "Bitcoin payments are temporarily unavailable: we cannot reach the Bitcoin network at the moment. " +
    "Please try again in a few minutes."

  constructor(why: string, options?: ErrorOptions) {
    super(`The chain source has to be asked about an address first: ${why}`, options)
    this.name = "AddressesUnavailable"
  }
}
