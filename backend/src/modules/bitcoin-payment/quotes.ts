import { AddressGate } from "./application/address-gate"
import { openInvoice, type OpenInvoiceParts } from "./application/open-invoice"
import { renewQuote, type Renewal } from "./application/renew-quote"
import type { Policy } from "./domain/invoice"
import type { ChainSource } from "./ports/chain-source"
import type { StoredInvoice, Wallet } from "./ports/ledger"

/** How long a checkout waits for the chain, once after a start. */
const PATIENCE_MS = 5000

export interface QuoteParts extends Omit<OpenInvoiceParts, "wallet"> {
  readonly chain: ChainSource
  readonly policy: Policy
  /** The wallet that is paid now. */
  readonly wallet: () => Promise<Wallet>
}

/** Where a price becomes an amount and an address: only through the gate that keeps used addresses back. */
export function openQuotes(parts: QuoteParts) {
  const { ledger, chain, rates, policy, addressAt } = parts
  let made: AddressGate | null = null

  async function gate(): Promise<AddressGate> {
    const wallet = await parts.wallet()
    made ??= new AddressGate({ ledger, chain, wallet, addressAt, patienceMs: PATIENCE_MS })
    return made
  }

  /** What opening an invoice takes, and the gate that its address must come through. */
  async function opening() {
    const [cleared, wallet] = await Promise.all([gate(), parts.wallet()])
    return {
      parts: { ...parts, wallet, addressAt: (index: number) => cleared.addressAt(index) },
      through: <Result>(work: () => Promise<Result>) => cleared.through(work),
    }
  }

  return {
    gate,
    opening,
    /** @throws BitcoinUnavailable when there is no rate, or no address that is known to be fresh */
    ensureReady: async (): Promise<void> => {
      await Promise.all([rates.current(), gate().then((cleared) => cleared.ready())])
    },
    open: async (order: Parameters<typeof openInvoice>[1]): Promise<StoredInvoice> => {
      const { parts: open, through } = await opening()
      return through(() => openInvoice(open, order))
    },
    renew: async (orderId: string): Promise<Renewal> => {
      const { parts: open, through } = await opening()
      return through(() => renewQuote(open, policy, orderId))
    },
  }
}
