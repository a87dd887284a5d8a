import type { Wallet } from "../domain/stored-invoice"
import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { Connection } from "../repository/database"
import { ordersUnpaidInARow, unpaidInARow } from "../repository/wallets"

/** Staff are warned this many addresses before Bitcoin is switched off. */
const GAP_NOTICE = 5
/** So many clients that do not pay, at least, it takes to reach the gap limit. */
const CLIENTS_IN_GAP = 4

interface GapGuardParts {
  readonly db: Connection
  /** The active wallet. */
  readonly wallet: () => Promise<Pick<Wallet, "id">>
  /** How many unused addresses in a row the merchant's wallet software scans; null: no limit. */
  readonly gapLimit: number | null
}

/**
 * Stops giving out addresses before the merchant's wallet software would no longer show what is paid to them. Anybody can
 * place orders and not pay, so this also limits how many addresses a flood of orders takes.
 */
export function createGapGuard({ db, wallet, gapLimit }: GapGuardParts) {
  return {
    /** @throws TooManyUnpaidAddresses when the next address would lie beyond the gap limit */
    requireAddressInReach: async (): Promise<void> => {
      if (gapLimit === null) return
      const unpaid = await unpaidInARow(db, (await wallet()).id)
      if (unpaid >= gapLimit) throw new TooManyUnpaidAddresses(unpaid, gapLimit)
    },
    /** A sentence when the wallet's software will soon not show what is paid, and Bitcoin is switched off; else null. */
    warning: async (): Promise<string | null> => {
      if (gapLimit === null) return null
      const unpaid = await unpaidInARow(db, (await wallet()).id)
      if (unpaid < gapLimit - GAP_NOTICE) return null
      return `${unpaid} addresses in a row were given out and not paid; at ${gapLimit} Bitcoin is switched off. Raise the wallet's gap limit, then BITCOIN_WALLET_GAP_LIMIT.`
    },
    /**
     * How many of the addresses that are unpaid in a row one client may take, and the orders of those that are taken, one
     * entry for each address. Ended orders count, because their addresses stay unused. Null: there is no gap limit.
     */
    shareOfOneClient: async (): Promise<{ readonly most: number; readonly takenBy: string[] } | null> => {
      if (gapLimit === null) return null
      const takenBy = await ordersUnpaidInARow(db, (await wallet()).id)
      return { most: Math.floor(gapLimit / CLIENTS_IN_GAP), takenBy }
    },
  }
}

/** The next address lies beyond what the merchant's wallet shows. */
class TooManyUnpaidAddresses extends BitcoinUnavailable {
  override readonly code = "too_many_unpaid"
  override readonly sentence =
    "Bitcoin payments are temporarily unavailable: too many orders are waiting for their payment. Please try again later."

  constructor(unpaid: number, gapLimit: number) {
    super(
      `${unpaid} addresses in a row were given out and not paid, and the wallet's gap limit is ${gapLimit}. Raise it in the wallet, then BITCOIN_WALLET_GAP_LIMIT.`,
    )
    this.name = "TooManyUnpaidAddresses"
  }
}
