import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { ChainSource } from "../ports/chain-source"
import type { Ledger, Wallet } from "../ports/ledger"

/** As far as wallets look for money beyond the last used address (BIP44's gap limit). */
const GAP_LIMIT = 20
/** So many more for each checkout that waits: a rush is let through in a few rounds. */
const MAX_EXTRA_ADDRESSES = 200
/** Questions to the chain at the same time. */
const CONCURRENT_REQUESTS = 5

export interface AddressPoolParts {
  readonly ledger: Pick<Ledger, "nextIndex" | "skipIndex">
  readonly chain: Pick<ChainSource, "follow" | "hasHistory">
  readonly wallet: Wallet
  readonly addressAt: (index: number) => string
  /** How long a buyer waits for the chain before being told that Bitcoin is unavailable (ms). */
  readonly timeoutMs: number
}

/**
 * Keeps addresses with a past from buyers: a restored backup has forgotten which ones were given out, and money for two
 * orders at one address is nobody's. Each address is asked about once by each process before it is given out; whoever
 * comes while that is done already waits for nothing.
 */
export class AddressPool {
  /** Every address below this index that is still to be given out was asked about, and has no past. */
  private verifiedUpTo = 0
  /** Where the wallet stood at the last check: it only moves forward, unless another database was put in its place. */
  private lastNext = 0
  private checking: Promise<void> | null = null
  private waiting = 0

  constructor(private readonly parts: AddressPoolParts) {}

  /** The address at this index. @throws AddressNotVerified when the chain was not asked about it yet */
  addressAt(index: number): string {
    if (index >= this.verifiedUpTo) throw new AddressNotVerified(index)
    return this.parts.addressAt(index)
  }

  /** Verifies the next addresses; with nothing new to verify it costs one read of the ledger. */
  async prefetch(): Promise<void> {
    this.checking ??= this.verifyNext().finally(() => {
      this.checking = null
    })
    await this.checking
  }

  /** @throws AddressesUnavailable when no address is verified and the chain cannot be asked in time */
  async ensureReady(): Promise<void> {
    if (this.verifiedUpTo === 0) await this.prefetchInTime()
  }

  /**
   * Runs what gives out an address, as soon as it is one without a past.
   * @throws AddressesUnavailable when the chain cannot be asked in time
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

  /** Waits until `index` was asked about; a check under way may have begun before the rush and end below it. */
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
   * Asks about the next addresses and passes over every one up to the last that has a past. Unpaid ones may lie between
   * paid ones, so the search goes on as far as a wallet's own.
   */
  private async verifyNext(): Promise<void> {
    const { ledger, chain, wallet, addressAt } = this.parts
    const first = await ledger.nextIndex(wallet)
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
    for (let index = first; index < next; index++) await ledger.skipIndex(wallet, index)
    this.verifiedUpTo = Math.max(this.verifiedUpTo, asked)
  }
}

class AddressNotVerified extends Error {
  constructor(readonly index: number) {
    super(`The chain was not asked about address ${index} yet.`)
    this.name = "AddressNotVerified"
  }
}

/** Nobody can tell whether the next address was given out before. */
export class AddressesUnavailable extends BitcoinUnavailable {
  override readonly sentence =
    "Bitcoin payments are temporarily unavailable: we cannot reach the Bitcoin network at the moment. " +
    "Please pay by card or try again in a few minutes."

  constructor(why: string, options?: ErrorOptions) {
    super(`No Bitcoin address can be given out before the chain was asked about it: ${why}`, options)
    this.name = "AddressesUnavailable"
  }
}
