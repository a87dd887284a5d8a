import { quoteSatoshis } from "../domain/quote"
import type { ChainSource } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { Ledger, StoredInvoice, Wallet } from "../ports/ledger"
import type { RateSource } from "../ports/rate-source"

export interface OpenInvoiceParts {
  readonly ledger: Ledger
  readonly rates: RateSource
  readonly clock: Clock
  readonly wallet: Wallet
  readonly addressAt: (index: number) => string
  readonly quoteMs: number
}

/** A £ price becomes satoshis, an address and an hour to pay: one invoice for each payment session. */
export async function openInvoice(
  { ledger, rates, clock, wallet, addressAt, quoteMs }: OpenInvoiceParts,
  order: { orderId: string; sessionId: string; pricePence: bigint },
): Promise<StoredInvoice> {
  const rate = await rates.current()
  return ledger.openInvoice(
    wallet,
    {
      ...order,
      due: quoteSatoshis(order.pricePence, rate.pounds),
      rate: rate.pounds,
      rateSource: rate.source,
      rateAt: rate.asOf,
      expiresAt: clock() + quoteMs,
    },
    addressAt,
  )
}

/** As far as wallets look for money beyond the last used address (BIP44's gap limit). */
const GAP_LIMIT = 20

/**
 * After a start: a restored backup may have forgotten addresses that buyers were given. Passes over every next
 * address up to the last one that has a past, so that none is issued twice. Unpaid ones may lie between paid ones, so
 * the search goes on as far as a wallet's own.
 */
export async function skipUsedAddresses(
  { ledger, wallet, addressAt }: Pick<OpenInvoiceParts, "ledger" | "wallet" | "addressAt">,
  chain: ChainSource,
): Promise<void> {
  const first = await ledger.nextIndex(wallet)
  let next = first
  for (let index = first; index < next + GAP_LIMIT; index++) {
    await chain.follow(index)
    if (await chain.hasHistory(addressAt(index))) next = index + 1
  }
  for (let index = first; index < next; index++) await ledger.skipIndex(wallet, index)
}
