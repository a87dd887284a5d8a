import { requiredSources } from "../domain/agreement"
import { requiredConfirmations, type ConfirmationRules } from "../domain/confirmations"
import type { Currency } from "../domain/currency"
import type { Policy } from "../domain/invoice"
import { quoteSatoshis } from "../domain/quote"
import type { InvoiceRequest, StoredInvoice, Wallet } from "../domain/stored-invoice"
import type { ChainSource } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { RateSource } from "../ports/rate-source"
import type { Connection } from "../repository/database"
import { findInvoice, openInvoice } from "../repository/invoices"
import { nextIndex, skipIndex } from "../repository/wallets"
import { AddressPool } from "./address-pool"
import type { createGapGuard } from "./gap-guard"

/** How long a checkout waits for the chain source, which is asked about each order's address. */
const TIMEOUT_MS = 5000
/** Each renewal uses an address, and wallets stop looking after 20 unused ones. */
const MAX_RENEWALS = 3
/** A renewal this close to the end of the hold could coincide with the cancellation of its order. */
const MARGIN_MS = 10_000

export interface QuoteParts {
  readonly db: Connection
  readonly chain: Pick<ChainSource, "follow" | "hasHistory">
  readonly rates: RateSource
  readonly clock: Clock
  readonly policy: Policy
  /** The active wallet. */
  readonly wallet: () => Promise<Wallet>
  readonly addressAt: (index: number) => string
  readonly quoteMs: number
  readonly gapGuard: Pick<ReturnType<typeof createGapGuard>, "requireAddressInReach">
  /** How long after the quote's end a payment may wait for its first block. */
  readonly firstConfirmationMs: number
  readonly confirmations: ConfirmationRules
  /** From this price on, two sources must agree about a payment, if the shop has two. */
  readonly twoSourcesFrom: Readonly<Record<Currency, number>>
}

export interface QuotedOrder {
  readonly orderId: string
  readonly sessionId: string
  readonly priceMinor: bigint
  readonly currency: Currency
}

export type Renewal =
  | { readonly ok: true; readonly invoice: StoredInvoice }
  | {
      readonly ok: false
      readonly reason: "no_invoice" | "still_valid" | "closed" | "too_often" | "too_many_addresses"
    }

/** Turns a price into satoshis, an address and an expiry time. Only verified addresses are used. */
export function createQuotes(parts: QuoteParts) {
  const { db, chain, rates, clock, policy } = parts
  let pool: AddressPool | null = null

  async function addressPool(): Promise<AddressPool> {
    const { id } = await parts.wallet()
    pool ??= new AddressPool({
      chain,
      clock,
      addressAt: parts.addressAt,
      timeoutMs: TIMEOUT_MS,
      nextIndex: () => nextIndex(db, id),
      skipIndex: (index) => skipIndex(db, id, index),
    })
    return pool
  }

  async function requestFor(order: QuotedOrder): Promise<InvoiceRequest> {
    const { orderId, sessionId, priceMinor, currency } = order
    const { rate, source, asOf } = await rates.current(currency)
    const expiresAt = clock() + parts.quoteMs
    return {
      orderId,
      sessionId,
      priceMinor,
      currency,
      due: quoteSatoshis(priceMinor, { rate, currency }),
      rate,
      rateSource: source,
      rateAt: asOf,
      expiresAt,
      firstBlockBy: expiresAt + parts.firstConfirmationMs,
      requiredConfirmations: requiredConfirmations(order, parts.confirmations),
      requiredSources: requiredSources(order, parts.twoSourcesFrom),
    }
  }

  /** What opening an invoice takes. `withVerifiedAddress` repeats the work until the next address is verified. */
  async function opening() {
    const [addresses, wallet] = await Promise.all([addressPool(), parts.wallet()])
    return {
      parts: { ...parts, wallet, addressAt: (index: number) => addresses.addressAt(index) },
      requestFor,
      withVerifiedAddress: <Result>(work: () => Promise<Result>) => addresses.withVerifiedAddress(work),
    }
  }

  async function open(order: QuotedOrder): Promise<StoredInvoice> {
    const { parts: verified, withVerifiedAddress } = await opening()
    return withVerifiedAddress(async () =>
      openInvoice(db, verified.wallet, await requestFor(order), verified.addressAt),
    )
  }

  return {
    addressPool,
    opening,
    /** @throws BitcoinUnavailable without a rate, or without a verified address that the merchant's wallet will show */
    ensureReady: async (currency: Currency): Promise<void> => {
      await Promise.all([
        rates.current(currency),
        addressPool().then((addresses) => addresses.ensureReady()),
        parts.gapGuard.requireAddressInReach(),
      ])
    },
    /**
     * Opens an invoice, one for each payment session.
     * @throws BitcoinUnavailable without a rate or a verified address
     */
    open,
    /**
     * A new quote for an order whose last one expired while its stock is still held. The payment session stays.
     * @param mayTakeAddress whether this client may take one more
     */
    renew: async (orderId: string, mayTakeAddress: () => Promise<boolean>): Promise<Renewal> => {
      const invoice = await findInvoice(db, "order_id", orderId)
      if (invoice === null) return { ok: false, reason: "no_invoice" }
      const isHeld = clock() < invoice.expiresAt + policy.holdMs - MARGIN_MS
      if (invoice.closed !== null || (invoice.state === "expired" && !isHeld))
        return { ok: false, reason: "closed" }
      if (invoice.state !== "expired") return { ok: false, reason: "still_valid" }
      if (invoice.renewal >= MAX_RENEWALS) return { ok: false, reason: "too_often" }
      if (!(await mayTakeAddress())) return { ok: false, reason: "too_many_addresses" }
      await parts.gapGuard.requireAddressInReach()
      return { ok: true, invoice: await open(invoice) }
    },
  }
}
