import { requiredSources } from "../domain/agreement"
import { requiredConfirmations, type ConfirmationRules } from "../domain/confirmations"
import { readCurrency, toMinorUnits, type Currency, type Price } from "../domain/currency"
import type { Policy } from "../domain/invoice"
import { leastPrice, quoteSatoshis } from "../domain/quote"
import { heldUntil, isPaidInPart } from "../domain/reservation"
import { toleranceOf, type ToleranceRule } from "../domain/tolerance"
import type { InvoiceRequest, StoredInvoice, Wallet } from "../domain/stored-invoice"
import type { Addresses } from "../ports/addresses"
import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { ChainSource } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { Rate, RateSource } from "../ports/rate-source"
import type { Connection } from "medusa-payments/database"
import { findInvoice, openInvoice } from "../repository/invoices"
import { detailsOfOrder } from "../repository/payment-review"
import { priceWithoutInvoice } from "../repository/sessions"
import { lastPoll } from "../repository/wallet-polls"
import { nextIndex, skipIndex } from "../repository/wallets"
import { AddressesUnavailable, AddressPool } from "./address-pool"
import { TipGuard } from "./tip-guard"
import { KNOWN_BUYER, type Buyer, type createGapGuard } from "./gap-guard"
import type { createOrderPolls } from "./order-polls"

const TIMEOUT_MS = 5000
/** A chain source that fails for longer than this is not expected to answer the next checkout. */
const HICCUP_MS = 10_000
/** Each renewal uses an address, and wallets stop looking after 20 unused ones. */
const MAX_RENEWALS = 3
/** A renewal this close to the end of the hold could coincide with the cancellation of its order. */
const MARGIN_MS = 10_000

/** What a quote promises. Times are in milliseconds. */
export interface QuoteTerms {
  readonly quoteMs: number
  readonly firstConfirmationMs: number
  readonly confirmations: ConfirmationRules
  readonly tolerance: ToleranceRule
  readonly twoSourcesFrom: Readonly<Record<Currency, number>>
}

export interface QuoteParts {
  readonly db: Connection
  readonly chain: Pick<ChainSource, "name" | "tip" | "follow" | "hasHistory">
  readonly rates: RateSource
  readonly clock: Clock
  readonly policy: Policy
  readonly wallet: () => Promise<Wallet>
  readonly addresses: Addresses
  readonly orderPolls: Pick<ReturnType<typeof createOrderPolls>, "beforeDecision">
  readonly gapGuard: Pick<ReturnType<typeof createGapGuard>, "requireAddressInReach">
  readonly termsOf: (sessionId: string) => Promise<QuoteTerms>
}

export interface QuotedOrder {
  readonly orderId: string
  readonly sessionId: string
  readonly priceMinor: bigint
  readonly currency: Currency
}

/** What an amount would cost in bitcoin. Satoshis are digits, the rate a decimal, the time ISO 8601. */
interface Estimate {
  readonly amountSats: string
  readonly rate: string
  readonly asOf: string
}

export type Renewal =
  | { readonly ok: true; readonly invoice: StoredInvoice }
  | {
      readonly ok: false
      readonly reason:
        "no_invoice" | "still_valid" | "payment_seen" | "closed" | "too_often" | "too_many_addresses"
    }

export function createQuotes(parts: QuoteParts) {
  const { db, chain, rates, clock, policy } = parts
  const { dust } = parts.addresses
  let pool: AddressPool | null = null

  async function addressPool(): Promise<AddressPool> {
    const { id } = await parts.wallet()
    pool ??= new AddressPool({
      chain,
      clock,
      addresses: parts.addresses,
      timeoutMs: TIMEOUT_MS,
      requireBelieved: () => requireBelieved(id),
      nextIndex: () => nextIndex(db, id),
      skipIndex: (index) => skipIndex(db, id, index),
    })
    return pool
  }

  /** Whether the last poll failed, and the source's tip is still below the one before. @throws ChainUnavailable */
  async function requireBelieved(walletId: string): Promise<void> {
    const { failure, tip } = await lastPoll(db, walletId)
    if (failure !== null) new TipGuard(chain).check(await chain.tip(), tip, clock())
  }

  /** @throws BitcoinUnavailable without a rate, or when the price is below what the network carries */
  async function rateFor({ priceMinor, currency }: Price): Promise<Rate> {
    const rate = await rates.current(currency)
    if (priceMinor < leastPrice(dust, rate)) throw new AmountTooSmall(priceMinor, currency)
    return rate
  }

  async function ensureReady(price: Price, buyer: Buyer = KNOWN_BUYER): Promise<void> {
    await Promise.all([
      rateFor(price),
      addressPool().then((addresses) => addresses.ensureReady()),
      parts.gapGuard.requireAddressInReach(buyer),
    ])
  }

  async function requestFor(order: QuotedOrder): Promise<InvoiceRequest> {
    const { orderId, sessionId, priceMinor, currency } = order
    const [{ rate, source, asOf }, terms] = await Promise.all([rateFor(order), parts.termsOf(sessionId)])
    const due = quoteSatoshis(priceMinor, { rate, currency })
    const expiresAt = clock() + terms.quoteMs
    return {
      orderId,
      sessionId,
      priceMinor,
      currency,
      due,
      tolerance: toleranceOf(due, { rate, currency }, terms.tolerance),
      rate,
      rateSource: source,
      rateAt: asOf,
      expiresAt,
      firstBlockBy: expiresAt + terms.firstConfirmationMs,
      requiredConfirmations: requiredConfirmations(order, terms.confirmations),
      requiredSources: requiredSources(order, terms.twoSourcesFrom),
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

  async function renewalOf(orderId: string): Promise<Renewal> {
    const invoice = await findInvoice(db, "order_id", orderId)
    if (invoice === null) return { ok: false, reason: "no_invoice" }
    const isHeld = clock() < heldUntil(invoice, policy) - MARGIN_MS
    const isExpired = invoice.state === "expired"
    // Also at the address of an earlier quote.
    const all = isExpired ? await detailsOfOrder(db, orderId) : []
    if (all.some((details) => !details.invoice.captured && isPaidInPart(details, policy)))
      return { ok: false, reason: "payment_seen" }
    if (invoice.closed !== null || (isExpired && !isHeld)) return { ok: false, reason: "closed" }
    if (!isExpired) return { ok: false, reason: "still_valid" }
    if (invoice.renewal >= MAX_RENEWALS) return { ok: false, reason: "too_often" }
    return { ok: true, invoice }
  }

  return {
    addressPool,
    opening,
    /** The one answer for checkouts, changes of the method and offers. @throws BitcoinUnavailable when no order can be opened */
    ensureReady,
    /** The smallest price that can be paid, in minor units. @throws RateUnavailable */
    leastPrice: async (currency: Currency): Promise<bigint> =>
      leastPrice(dust, await rates.current(currency)),
    /** What an amount in whole units is worth now. The quote is made with the order. Null: there is no rate, or it is too small. */
    estimate: async (amount: number, code: string): Promise<Estimate | null> => {
      try {
        const currency = readCurrency(code)
        const price = { priceMinor: toMinorUnits(amount, currency), currency }
        const rate = await rateFor(price)
        return {
          amountSats: quoteSatoshis(price.priceMinor, rate).toString(),
          rate: rate.rate,
          asOf: new Date(rate.asOf).toISOString(),
        }
      } catch (error) {
        if (error instanceof BitcoinUnavailable) return null
        throw error
      }
    },
    /** By what the watcher found, without a question to the chain source. @throws BitcoinUnavailable */
    ensureOffered: async (currency: Currency): Promise<void> => {
      const [{ failure, failingSince }] = await Promise.all([
        lastPoll(db, (await parts.wallet()).id),
        rates.current(currency),
        parts.gapGuard.requireAddressInReach(KNOWN_BUYER),
      ])
      if (failure !== null && failingSince !== null && clock() - failingSince > HICCUP_MS)
        throw new AddressesUnavailable(failure)
    },
    /** The same for the price of one of Medusa's payment sessions, unless it has its invoice already. */
    ensureSessionPayable: async (sessionId: string): Promise<void> => {
      const price = await priceWithoutInvoice(db, sessionId)
      if (price !== null) await ensureReady(price)
    },
    /** One invoice for each payment session. @throws BitcoinUnavailable without a rate or a verified address */
    open,
    /**
     * A new quote after the last one expired, while the stock is still held. The payment session stays. The chain is asked first:
     * a buyer who paid at the last moment, or late, would be asked for the full amount once more. `mayTakeAddress`: whether this
     * client may take one more. @throws BitcoinUnavailable without a rate or an address, or while it is unknown whether it is paid
     */
    renew: async (
      orderId: string,
      mayTakeAddress: () => Promise<boolean>,
      buyer: Buyer = KNOWN_BUYER,
    ): Promise<Renewal> => {
      const before = await renewalOf(orderId)
      if (!before.ok) return before
      await parts.orderPolls.beforeDecision([orderId])
      const renewal = await renewalOf(orderId)
      if (!renewal.ok) return renewal
      if (!(await mayTakeAddress())) return { ok: false, reason: "too_many_addresses" }
      await parts.gapGuard.requireAddressInReach(buyer)
      return { ok: true, invoice: await open(renewal.invoice) }
    },
  }
}

class AmountTooSmall extends BitcoinUnavailable {
  override readonly code = "too_small"
  override readonly sentence =
    "This amount is too small for a Bitcoin payment: the network does not carry it. Please pay another way."

  constructor(priceMinor: bigint, currency: Currency) {
    super(`${priceMinor} minor units of ${currency} are below the dust limit at today's rate`)
    this.name = "AmountTooSmall"
  }
}
