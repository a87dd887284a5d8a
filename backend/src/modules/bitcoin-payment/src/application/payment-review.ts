import { toMinorUnits } from "../domain/currency"
import { confirmationsOf } from "../domain/confirmations"
import type { Output, Policy } from "../domain/invoice"
import type { StaffAction } from "../domain/action-forms"
import type { RefundAddress } from "../domain/invoice-details"
import { reasonsOf, type PaymentReason } from "../domain/payment-reasons"
import {
  balanceOf,
  capturedMinor,
  isAddressAwaited,
  isAddressGiven,
  owedMinor,
  receivedMinor,
  refundableOf,
} from "../domain/refunds"
import type { Refundable } from "../domain/refund-satoshis"
import { isPaidInPart } from "../domain/reservation"
import { lessSatoshis, type Satoshis } from "../domain/satoshis"
import {
  actionContextOf,
  allowedActions,
  decide,
  type ActionRejection,
  type StaffCommand,
  type StaffWrites,
} from "../domain/staff-actions"
import type { StoredInvoice } from "../domain/stored-invoice"
import { remainingOf, takenSatoshis } from "../domain/tolerance"
import type { LightningProof, ProofRejection } from "../domain/lightning"
import type { DestinationReading, DestinationRejection } from "../domain/refund-destination"
import type { Connection } from "medusa-payments/database"
import { findInvoice } from "../repository/invoices"
import {
  detailsOfOrder,
  detailsOfOrders,
  isShopAddress,
  openNextInvoice,
  storeDecision,
  withInvoiceLocked,
  type StoredDetails,
} from "../repository/payment-review"
import {
  admitRefund,
  findRefund,
  insertRefundAddress,
  isProofUsed,
  releaseRefund,
} from "../repository/refunds"
import { mailAbout } from "../repository/verdicts"
import type { createQuotes } from "./quotes"

export type ActionResult = { readonly ok: true } | { readonly ok: false; readonly reason: ActionRejection }

export interface ReviewedInvoice extends StoredDetails {
  readonly required: number
  readonly refundable: Refundable
  readonly missingSats: Satoshis
  /** What of the received satoshis the order takes, and what of the final ones came beyond that. */
  readonly takenSats: Satoshis
  readonly overpaidSats: Satoshis
  readonly confirmations: readonly { readonly output: Output; readonly depth: number }[]
  readonly receivedMinor: bigint
  readonly capturedMinor: bigint
  readonly surplusMinor: bigint
  readonly owedMinor: bigint
  readonly isAddressAwaited: boolean
  /** Whether the buyer has answered since. */
  readonly isAddressGiven: boolean
  readonly reasons: readonly PaymentReason[]
  readonly hasEarlierMoney: boolean
  readonly isPaidInPart: boolean
  readonly actions: readonly StaffAction[]
}

/** A buyer may change the refund address this often. More is a dispute, which needs a person. */
const MAX_ADDRESSES = 5

export type AddressRejection = DestinationRejection | "ours" | "not_asked" | "too_often"
type AddressResult = { readonly ok: true } | { readonly ok: false; readonly reason: AddressRejection }

interface RefundQuestion {
  readonly amountMinor: bigint
  readonly address: RefundAddress | null
}

interface Parts {
  readonly db: Connection
  readonly policy: Policy
  readonly readDestination: (text: string) => DestinationReading
  readonly checkProof: (
    proof: LightningProof,
    refunded: Pick<StoredInvoice, "createdAt">,
  ) => ProofRejection | null
  readonly opening: ReturnType<typeof createQuotes>["opening"]
}

export function createPaymentReview({ db, policy, readDestination, checkProof, opening }: Parts) {
  /** Decides under the invoice's lock and stores the result in the same transaction. */
  async function apply(
    invoiceId: string,
    command: StaffCommand,
    alsoStore?: (tx: Connection, invoice: StoredInvoice) => Promise<void>,
  ): Promise<ActionResult> {
    const result = await withInvoiceLocked(db, invoiceId, async (details, tx): Promise<ActionResult> => {
      const decision = decide(details, command, policy)
      if (!decision.ok) return decision
      if (decision.writes !== null) {
        const rejection = await proofRejection(tx, details.invoice, decision.writes)
        if (rejection !== null) return { ok: false, reason: rejection }
        await storeDecision(tx, details, decision.writes)
        await alsoStore?.(tx, details.invoice)
      }
      return { ok: true }
    })
    return result ?? { ok: false, reason: "no_invoice" }
  }

  async function renewQuote(invoiceId: string, command: StaffCommand): Promise<ActionResult> {
    const { parts, requestFor, withVerifiedAddress } = await opening()
    const invoice = await findInvoice(db, "id", invoiceId)
    if (invoice === null) return { ok: false, reason: "no_invoice" }
    // Before the lock: the rate may come from another server.
    const request = await requestFor(invoice)
    return withVerifiedAddress(() =>
      apply(invoiceId, command, (tx) => openNextInvoice(tx, parts.wallet, request, parts.addressAt)),
    )
  }

  /** A Lightning payment proves one refund, and a unique index holds it to that. */
  async function proofRejection(
    tx: Connection,
    invoice: StoredInvoice,
    { refund }: StaffWrites,
  ): Promise<ActionRejection | null> {
    if (refund?.method.kind !== "bitcoin" || refund.method.lightning === undefined) return null
    const { sats, txid, lightning } = refund.method
    const rejection = checkProof({ ...lightning, sats }, invoice)
    if (rejection !== null) return rejection
    return (await isProofUsed(tx, txid)) ? "already_recorded" : null
  }

  return {
    refund: (refundId: string) => findRefund(db, refundId),
    /** Whether staff recorded a refund of this amount, which Medusa's refund is linked to then. @param amount as Medusa writes it */
    admitRefund: async (sessionId: string, amount: number, medusaRefundId: string): Promise<boolean> => {
      const invoice = await findInvoice(db, "session_id", sessionId)
      return (
        invoice !== null && admitRefund(db, sessionId, toMinorUnits(amount, invoice.currency), medusaRefundId)
      )
    },
    releaseRefund: (refundId: string): Promise<void> => releaseRefund(db, refundId),
    detailsOfOrder: async (orderId: string): Promise<ReviewedInvoice[]> =>
      (await detailsOfOrder(db, orderId)).map((details) => reviewed(details, policy)),
    detailsOfOrders: async (orderIds: readonly string[]): Promise<ReviewedInvoice[]> =>
      (await detailsOfOrders(db, orderIds)).map((details) => reviewed(details, policy)),
    /** What `perform` would answer now; `done` when the command was carried out before. Changes nothing. */
    previewAction: async (
      orderId: string,
      invoiceId: string,
      command: StaffCommand,
    ): Promise<"allowed" | "done" | ActionRejection> => {
      const details = (await detailsOfOrder(db, orderId)).find(({ invoice }) => invoice.id === invoiceId)
      if (details === undefined) return "no_invoice"
      const decision = decide(details, command, policy)
      if (!decision.ok) return decision.reason
      return decision.writes === null ? "done" : "allowed"
    },
    /** @throws BitcoinUnavailable when a quote is renewed without a rate or a fresh address */
    perform: (invoiceId: string, command: StaffCommand): Promise<ActionResult> => {
      if (command.action === "renew_quote") return renewQuote(invoiceId, command)
      const isQuestion = command.action === "ask_refund_address"
      const askBuyer = (tx: Connection, invoice: StoredInvoice) =>
        mailAbout(tx, invoice, "mail_refund_address_asked")
      return apply(invoiceId, command, isQuestion ? askBuyer : undefined)
    },
    /** Null: no refund address is asked for. */
    refundQuestion: async (orderId: string): Promise<RefundQuestion | null> => {
      const awaited = await awaitedDetails(orderId)
      if (awaited.length === 0) return null
      return {
        amountMinor: awaited.reduce((sum, details) => sum + owedMinor(details), 0n),
        address: awaited.map(({ refundAddresses }) => refundAddresses.at(-1) ?? null).find(Boolean) ?? null,
      }
    },
    /** Why an address cannot take a refund; null: it can. */
    checkRefundAddress: async (text: string): Promise<AddressRejection | null> => {
      const checked = await check(text)
      return checked.ok ? null : checked.reason
    },
    /** Stores the buyer's refund address while it is asked for. Sending the same one again changes nothing. */
    submitRefundAddress: async (
      orderId: string,
      { text, cameBy }: { text: string; cameBy: RefundAddress["cameBy"] },
    ): Promise<AddressResult> => {
      const read = await check(text)
      if (!read.ok) return read
      const awaited = await awaitedDetails(orderId)
      if (awaited.length === 0) return { ok: false, reason: "not_asked" }
      for (const { invoice } of awaited) {
        const result = await storeAddress(invoice.id, { address: read.address, cameBy })
        if (!result.ok) return result
      }
      return { ok: true }
    },
  }

  async function check(
    text: string,
  ): Promise<
    | { readonly ok: true; readonly address: string }
    | { readonly ok: false; readonly reason: AddressRejection }
  > {
    const read = readDestination(text)
    if (!read.ok) return read
    const { destination: address } = read
    return (await isShopAddress(db, address)) ? { ok: false, reason: "ours" } : { ok: true, address }
  }

  async function awaitedDetails(orderId: string): Promise<StoredDetails[]> {
    const all = await detailsOfOrder(db, orderId)
    return all.filter((details) => isAddressAwaited(details))
  }

  async function storeAddress(
    invoiceId: string,
    { address, cameBy }: Pick<RefundAddress, "address" | "cameBy">,
  ): Promise<AddressResult> {
    const result = await withInvoiceLocked(db, invoiceId, async (details, tx): Promise<AddressResult> => {
      // Checked again under the lock: staff may have recorded the refund meanwhile.
      if (!isAddressAwaited(details)) return { ok: false, reason: "not_asked" }
      if (details.refundAddresses.at(-1)?.address === address) return { ok: true }
      if (details.refundAddresses.length >= MAX_ADDRESSES) return { ok: false, reason: "too_often" }
      await insertRefundAddress(tx, details.invoice, { address, cameBy })
      return { ok: true }
    })
    return result ?? { ok: false, reason: "not_asked" }
  }
}

function reviewed(details: StoredDetails, policy: Policy): ReviewedInvoice {
  const { invoice, outputs, tip } = details
  const balance = balanceOf(details)
  const context = actionContextOf(details)
  const taken = takenSatoshis(invoice)
  return {
    ...details,
    required: invoice.requiredConfirmations,
    refundable: refundableOf(details),
    missingSats: remainingOf(invoice, invoice.received),
    takenSats: invoice.received < taken ? invoice.received : taken,
    overpaidSats: lessSatoshis(balance.settled, taken),
    confirmations: outputs.map((output) => ({ output, depth: confirmationsOf(output, tip?.height ?? 0) })),
    receivedMinor: receivedMinor(balance),
    capturedMinor: capturedMinor(invoice),
    surplusMinor: context.surplusMinor,
    owedMinor: owedMinor(details),
    isAddressAwaited: isAddressAwaited(details),
    isAddressGiven: isAddressGiven(details),
    reasons: reasonsOf(details, policy),
    hasEarlierMoney: context.hasEarlierMoney,
    isPaidInPart: isPaidInPart(details, policy),
    actions: allowedActions(context),
  }
}

/** Whether an invoice was paid in full with enough confirmations. A capture is never undone. */
export function isPaid({ state, captured }: StoredInvoice): boolean {
  return state === "confirmed" || captured
}
