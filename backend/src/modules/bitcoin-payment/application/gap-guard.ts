import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { Connection } from "../repository/database"
import { unpaidInARow } from "../repository/wallets"

/**
 * Stops giving out addresses before the merchant's wallet software would no longer show what is paid to them. Anybody can
 * place orders and not pay, so this also limits how many addresses a flood of orders takes.
 * @param gapLimit how many unused addresses in a row that software scans; null: no limit
 * @throws TooManyUnpaidAddresses when the next address would lie beyond it
 */
export async function requireAddressInReach(
  connection: Connection,
  walletId: string,
  gapLimit: number | null,
): Promise<void> {
  if (gapLimit === null) return
  const unpaid = await unpaidInARow(connection, walletId)
  if (unpaid >= gapLimit) throw new TooManyUnpaidAddresses(unpaid, gapLimit)
}

/** The next address lies beyond what the merchant's wallet shows. */
class TooManyUnpaidAddresses extends BitcoinUnavailable {
  override readonly sentence =
    "Bitcoin payments are temporarily unavailable: too many orders are waiting for their payment. Please pay by card or try again later."

  constructor(unpaid: number, gapLimit: number) {
    super(
      `${unpaid} addresses in a row were given out and not paid, and the wallet's gap limit is ${gapLimit}. Raise it in the wallet, then BITCOIN_WALLET_GAP_LIMIT.`,
    )
    this.name = "TooManyUnpaidAddresses"
  }
}
