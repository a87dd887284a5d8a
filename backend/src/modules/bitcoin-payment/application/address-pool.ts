import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { ChainSource } from "../ports/chain-source"

/** How far wallets look beyond the last used address (BIP44's gap limit). */
const GAP_LIMIT = 20
/** One more address is verified for each waiting checkout, up to this many. */
const MAX_EXTRA_ADDRESSES = 200
/** Requests to the chain source at the same time. */
const CONCURRENT_REQUESTS = 5

export interface AddressPoolParts {
  readonly chain: Pick<ChainSource, "follow" | "hasHistory">
  readonly addressAt: (index: number) => string
  /** The first index of the wallet that was not given out. */
  readonly nextIndex: () => Promise<number>
  /** Passes over an index whose address was used before. */
  readonly skipIndex: (index: number) => Promise<void>
  /** How long a checkout waits for the chain source before Bitcoin is reported as unavailable. */
  readonly timeoutMs: number
}

/**
 * The addresses that this process may give out. After a restore the database may offer addresses that were given out
 * before, and money for two orders at one address cannot be attributed. So the process asks the chain source about each
 * address once before it gives it out, ahead of the checkouts that need it.
 */
export class AddressPool {
  /** Every address from the wallet's next index up to here was verified as unused. */
  private verifiedUpTo = 0
  /** The wallet's next index at the last check. It only rises, unless the database was restored. */
  private lastNext = 0
  private checking: Promise<void> | null = null
  private waiting = 0

  constructor(private readonly parts: AddressPoolParts) {}

  /** @throws AddressNotVerified when the chain source was not asked about this index yet */
  addressAt(index: number): string {
    if (index >= this.verifiedUpTo) throw new AddressNotVerified(index)
    return this.parts.addressAt(index)
  }

  /** Verifies the next addresses. When all are verified it costs one query. */
  async prefetch(): Promise<void> {
    this.checking ??= this.verifyNext().finally(() => {
      this.checking = null
    })
    await this.checking
  }

  /** @throws AddressesUnavailable when no address is verified and the chain source does not answer in time */
  async ensureReady(): Promise<void> {
    if (this.verifiedUpTo === 0) await this.prefetchInTime()
  }

  /**
   * Runs work that gives out an address, and repeats it once the address that it needs is verified.
   * @throws AddressesUnavailable when the chain source does not answer in time
   */
  async withVerifiedAddress<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof AddressNotVerified)) throw error
        await this.prefetchInTime(error.index)
      }
    }
  }

  /** Waits until `index` is verified. A check in progress may end below it, so several may be needed. */
  private async prefetchInTime(index = 0): Promise<void> {
    this.waiting += 1
    let alarm: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const tooLong = () => reject(new AddressesUnavailable("it did not answer in time"))
      alarm = setTimeout(tooLong, this.parts.timeoutMs)
    })
    try {
      do await Promise.race([this.prefetch(), late])
      while (index >= this.verifiedUpTo)
    } catch (error) {
      if (error instanceof AddressesUnavailable) throw error
      throw new AddressesUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
    } finally {
      clearTimeout(alarm)
      this.waiting -= 1
    }
  }

  /**
   * Asks about the next addresses and skips all up to the last used one. Unused addresses may lie between used ones, so
   * the search continues as far as a wallet's own would.
   */
  private async verifyNext(): Promise<void> {
    const { chain, addressAt, nextIndex, skipIndex } = this.parts
    const first = await nextIndex()
    if (first < this.lastNext) this.verifiedUpTo = 0
    this.lastNext = first
    const window = GAP_LIMIT + Math.min(MAX_EXTRA_ADDRESSES, this.waiting)
    let next = first
    let asked = Math.max(first, this.verifiedUpTo)
    while (asked < next + window) {
      const end = Math.min(asked + CONCURRENT_REQUESTS, next + window)
      const indexes = Array.from({ length: end - asked }, (_, offset) => asked + offset)
      await chain.follow(end - 1)
      const histories = await Promise.all(indexes.map((index) => chain.hasHistory(addressAt(index))))
      next = Math.max(next, ...indexes.filter((_, offset) => histories[offset]).map((index) => index + 1))
      asked = end
    }
    for (let index = first; index < next; index++) await skipIndex(index)
    this.verifiedUpTo = Math.max(this.verifiedUpTo, asked)
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
  override readonly sentence =
    "Bitcoin payments are temporarily unavailable: we cannot reach the Bitcoin network at the moment. " +
    "Please pay by card or try again in a few minutes."

  constructor(why: string, options?: ErrorOptions) {
    super(`No Bitcoin address can be given out before the chain source was asked about it: ${why}`, options)
    this.name = "AddressesUnavailable"
  }
}
