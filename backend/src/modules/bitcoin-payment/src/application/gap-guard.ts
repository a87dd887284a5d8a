import { isNearlyFull, whyNoAddress, type AddressRun } from "../domain/address-run"
import type { Wallet } from "../domain/stored-invoice"
import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { Connection } from "medusa-payments/database"
import { ordersUnpaidInARow, unpaidRun } from "../repository/wallets"

/** Who asks for an address. Whether the shop knows them is only asked when it matters. */
export interface Buyer {
  readonly isKnown: () => Promise<boolean>
}
/** For shops that do not tell buyers apart, and for staff. */
export const KNOWN_BUYER: Buyer = { isKnown: () => Promise.resolve(true) }

interface GapGuardParts {
  readonly db: Connection
  readonly wallet: () => Promise<Pick<Wallet, "id">>
  /** What the settings say that the merchant's wallet software scans, unless staff said something else; null: no limit. */
  readonly gapLimit: number | null
}

/** Stops giving out addresses before the merchant's wallet software would no longer show what is paid to them. */
export function createGapGuard({ db, wallet, gapLimit }: GapGuardParts) {
  async function currentRun(): Promise<AddressRun | null> {
    const { unpaid, limit } = await unpaidRun(db, (await wallet()).id)
    const scanned = limit ?? gapLimit
    return scanned === null ? null : { unpaid, limit: scanned }
  }
  return {
    currentRun,
    /** @throws TooManyUnpaidAddresses when this buyer gets no address, because too many lie unpaid in a row */
    requireAddressInReach: async (buyer: Buyer): Promise<void> => {
      const run = await currentRun()
      if (run === null || !isNearlyFull(run)) return
      const why = whyNoAddress(run, await buyer.isKnown())
      if (why !== null) throw new TooManyUnpaidAddresses(run, why)
    },
    /** A sentence when the wallet's software will soon not show what is paid, and unknown buyers get no address; else null. */
    warning: async (): Promise<string | null> => {
      const run = await currentRun()
      if (run === null || !isNearlyFull(run)) return null
      return `${run.unpaid} addresses in a row were given out and not paid; at ${run.limit} your wallet shows no more. ${CURE}`
    },
    /** The order of each address in the run, ended ones too: their addresses stay unused. Null: there is no gap limit. */
    ordersInRun: async (): Promise<string[] | null> =>
      (await currentRun()) === null ? null : ordersUnpaidInARow(db, (await wallet()).id),
  }
}

const CURE = "Make a payment of your own, or say that your wallet shows more: on the page Payments."

const SENTENCES = {
  full: "Bitcoin payments are temporarily unavailable: too many orders are waiting for their payment. Please try again later.",
  kept_for_known:
    "Many Bitcoin orders are waiting for their payment, so at the moment we take new ones only from buyers we know: " +
    "sign in, or use the email address of an order that you paid or whose link in our email you opened.",
} as const

/** The next address lies beyond what the merchant's wallet shows, or is kept for buyers whom the shop knows. */
class TooManyUnpaidAddresses extends BitcoinUnavailable {
  override readonly code = "too_many_unpaid"
  override readonly sentence: string

  constructor({ unpaid, limit }: AddressRun, why: keyof typeof SENTENCES) {
    super(
      `${unpaid} addresses in a row were given out and not paid, and the wallet's gap limit is ${limit}. ${CURE}`,
    )
    this.name = "TooManyUnpaidAddresses"
    this.sentence = SENTENCES[why]
  }
}
