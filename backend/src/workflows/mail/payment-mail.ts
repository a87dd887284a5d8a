import { environment } from "../../config"
import type {
  PaymentCase,
  PaymentExpired,
  PaymentNewInvoice,
  PaymentReview,
  PaymentUnderpaid,
} from "../../modules/mail"
import { bitcoinAmount } from "./bitcoin-amount"
import type { OrderView } from "./order-view"
import type { Reviewed } from "./read-reviewed"
import { buyersReasons } from "./review-flags"

/** What is missing; null when it has come since, or time ran out: nobody is asked for money that is not awaited. */
export function paymentUnderpaidData({ shop, order, bitcoin }: OrderView): PaymentUnderpaid | null {
  if (bitcoin?.state !== "underpaid") return null
  return {
    shop,
    number: order.display_id,
    received: bitcoinAmount(bitcoin.receivedSats),
    remaining: bitcoinAmount(bitcoin.remainingSats),
    address: bitcoin.address,
    uri: bitcoin.uri,
    payBefore: bitcoin.payableUntil,
  }
}

/**
 * A quote that ran out; null when the buyer has a new one already, or money came.
 * @param now milliseconds since 1970
 * @param url where a new quote can be had
 */
export function paymentExpiredData(
  { shop, order, bitcoin, isOvertaken }: OrderView,
  now: number,
  url: string,
): PaymentExpired | null {
  if (bitcoin?.state !== "expired" || isOvertaken) return null
  const heldUntil = Date.parse(bitcoin.expiresAt) + environment.BITCOIN_HOLD_MINUTES * 60_000
  return {
    shop,
    number: order.display_id,
    expiredAt: bitcoin.expiresAt,
    renewal: now < heldUntil ? { url, before: new Date(heldUntil).toISOString() } : null,
  }
}

/**
 * An invoice that staff made; null when it is paid, over or followed by another meanwhile: nobody is sent to an address
 * that is not awaited.
 */
export function paymentNewInvoiceData(
  { shop, order, bitcoin, isOvertaken }: OrderView,
  followUrl: string,
): PaymentNewInvoice | null {
  if (bitcoin?.state !== "awaiting_payment" || isOvertaken) return null
  return {
    shop,
    number: order.display_id,
    totalPence: order.total,
    amount: bitcoinAmount(bitcoin.amountSats),
    address: bitcoin.address,
    uri: bitcoin.uri,
    payBefore: bitcoin.payableUntil,
    followUrl,
  }
}

/** Money that a person has to settle, as its buyer reads of it; null when nothing is in review any more. */
export function paymentReviewData(
  { shop, order }: OrderView,
  reviewed: readonly Reviewed[],
): PaymentReview | null {
  if (reviewed.length === 0) return null
  return {
    shop,
    number: order.display_id,
    received: bitcoinAmount(reviewed.reduce((sum, { receivedSats }) => sum + receivedSats, 0n)),
    reasons: buyersReasons(reviewed.flatMap(({ flags }) => flags)),
  }
}

/** The same with every fact, as staff read of it; null when nothing is in review any more. */
export function paymentCaseData(
  { shop, order }: OrderView,
  reviewed: readonly Reviewed[],
): PaymentCase | null {
  if (reviewed.length === 0) return null
  return {
    shop,
    number: order.display_id,
    totalPence: order.total,
    buyer: order.email,
    orderUrl: `${environment.BACKEND_PUBLIC_URL}/app/orders/${encodeURIComponent(order.id)}`,
    invoices: reviewed.map(({ dueSats, receivedSats, closed, isCaptured, flags, ...invoice }) => ({
      closed,
      isCaptured,
      flags,
      due: bitcoinAmount(dueSats),
      received: bitcoinAmount(receivedSats),
      missing: receivedSats < dueSats ? bitcoinAmount(dueSats - receivedSats) : null,
      surplus: receivedSats > dueSats ? bitcoinAmount(receivedSats - dueSats) : null,
      expiredAt: invoice.expiresAt,
      address: invoice.address,
      transactions: invoice.outputs.map((output) => ({
        txid: output.txid,
        amount: bitcoinAmount(output.sats),
        status: output.status,
        height: output.height,
        seenAt: output.seen_at,
      })),
    })),
  }
}
