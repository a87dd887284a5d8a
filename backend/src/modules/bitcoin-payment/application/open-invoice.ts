import { quoteSatoshis } from "../domain/quote"
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
