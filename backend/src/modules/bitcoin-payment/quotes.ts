import { AddressPool } from "./application/address-pool"
import { openInvoice, type OpenInvoiceParts } from "./application/open-invoice"
import { renewQuote, type Renewal } from "./application/renew-quote"
import type { Policy } from "./domain/invoice"
import type { ChainSource } from "./ports/chain-source"
import type { StoredInvoice, Wallet } from "./ports/ledger"

/** How long a checkout waits for the chain, once after a start. */
const TIMEOUT_MS = 5000

export interface QuoteParts extends Omit<OpenInvoiceParts, "wallet"> {
  readonly chain: ChainSource
  readonly policy: Policy
  /** The wallet that is paid now. */
  readonly wallet: () => Promise<Wallet>
}

/** Where a price becomes an amount and an address: only through the gate that keeps used addresses back. */
export function openQuotes(parts: QuoteParts) {
  const { ledger, chain, rates, policy, addressAt } = parts
  let pool: AddressPool | null = null

  async function addressPool(): Promise<AddressPool> {
    const wallet = await parts.wallet()
    pool ??= new AddressPool({ ledger, chain, wallet, addressAt, timeoutMs: TIMEOUT_MS })
    return pool
  }

  /** What opening an invoice takes, and the gate that its address must come through. */
  async function opening() {
    const [verified, wallet] = await Promise.all([addressPool(), parts.wallet()])
    return {
      parts: { ...parts, wallet, addressAt: (index: number) => verified.addressAt(index) },
      withVerifiedAddress: <Result>(work: () => Promise<Result>) => verified.withVerifiedAddress(work),
    }
  }

  return {
    addressPool,
    opening,
    /** @throws BitcoinUnavailable when there is no rate, or no address that is known to be fresh */
    ensureReady: async (): Promise<void> => {
      await Promise.all([rates.current(), addressPool().then((verified) => verified.ensureReady())])
    },
    open: async (order: Parameters<typeof openInvoice>[1]): Promise<StoredInvoice> => {
      const { parts: open, withVerifiedAddress } = await opening()
      return withVerifiedAddress(() => openInvoice(open, order))
    },
    renew: async (orderId: string): Promise<Renewal> => {
      const { parts: open, withVerifiedAddress } = await opening()
      return withVerifiedAddress(() => renewQuote(open, policy, orderId))
    },
  }
}
