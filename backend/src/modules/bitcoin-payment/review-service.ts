import {
  acceptPayment,
  askRefundAddress,
  previewAction,
  keepSurplus,
  renewQuote,
  recordRefund,
  settleByHand,
  actionContextOf,
  balanceOf,
  type Decision,
  type PaymentReviewParts,
} from "./application/payment-review"
import {
  submitRefundAddress,
  isAwaited,
  owedPence,
  refundQuestion,
  type AddressResult,
  type RefundQuestion,
} from "./application/refund-address"
import { confirmationsOf, requiredConfirmations } from "./domain/confirmations"
import type { Output } from "./domain/invoice"
import { receivedPence, refundablePence, capturedPence } from "./domain/money-back"
import { quoteSatoshis } from "./domain/quote"
import type { Satoshis } from "./domain/satoshis"
import { allowedActions, type StaffAction } from "./domain/staff-actions"
import type { AddressReading } from "./adapters/read-address"
import type {
  RefundAddress,
  InvoiceDetails,
  Refund,
  RefundToRecord,
  StaffCommand,
} from "./ports/payment-review"
import type { StoredInvoice } from "./domain/stored-invoice"
import type { openQuotes } from "./application/quotes"

/** A file as staff read it: with what its money comes to, and what may be done now. */
export interface ReviewedInvoice extends InvoiceDetails {
  readonly required: number
  readonly confirmations: readonly { readonly output: Output; readonly depth: number }[]
  readonly settled: Satoshis
  readonly receivedPence: bigint
  readonly capturedPence: bigint
  readonly refundablePence: bigint
  readonly surplusPence: bigint
  /** What staff ask about when they ask where a refund should go. */
  readonly owedPence: bigint
  /** They asked, and decided nothing about the money since. */
  readonly isAddressAwaited: boolean
  readonly actions: readonly StaffAction[]
}

export interface ReviewServiceParts extends PaymentReviewParts {
  /** Reads what somebody typed as an address of this network. */
  readonly readAddress: (text: string) => AddressReading
  readonly clock: () => number
  readonly opening: ReturnType<typeof openQuotes>["opening"]
}

/** What staff ask of the module: an order's files, and decisions about them. */
export function createReviewService(parts: ReviewServiceParts) {
  const { review, policy, clock, opening } = parts
  return {
    detailsOfOrder: async (orderId: string): Promise<ReviewedInvoice[]> =>
      (await review.detailsOfOrder(orderId)).map((file) => reviewedInvoice(file, parts)),
    requestPoll: (orderId: string): Promise<void> => review.requestPoll(orderId),
    accept: (invoiceId: string, order: StaffCommand) => acceptPayment(parts, invoiceId, order),
    settleByHand: (invoiceId: string, order: StaffCommand) => settleByHand(parts, invoiceId, order),
    askRefundAddress: (invoiceId: string, order: StaffCommand) => askRefundAddress(parts, invoiceId, order),
    keepSurplus: (invoiceId: string, order: StaffCommand) => keepSurplus(parts, invoiceId, order),
    recordRefund: (invoiceId: string, order: StaffCommand, refund: RefundToRecord) =>
      recordRefund(parts, invoiceId, order, refund),
    /** @throws BitcoinUnavailable without a rate, or an address that is known to be fresh */
    renewQuote: async (invoiceId: string, order: StaffCommand): Promise<Decision> => {
      const { parts: open, withVerifiedAddress } = await opening()
      const rate = await open.rates.current()
      return withVerifiedAddress(() =>
        renewQuote(parts, invoiceId, order, ({ invoice }, tx) =>
          tx.openNext(
            open.wallet,
            {
              orderId: invoice.orderId,
              sessionId: invoice.sessionId,
              pricePence: invoice.pricePence,
              due: quoteSatoshis(invoice.pricePence, rate.pounds),
              rate: rate.pounds,
              rateSource: rate.source,
              rateAt: rate.asOf,
              expiresAt: clock() + open.quoteMs,
            },
            open.addressAt,
          ),
        ),
      )
    },
    /** What a decision would meet now; nothing is changed by asking. */
    previewAction: async (orderId: string, invoiceId: string, action: StaffAction, order: StaffCommand) => {
      const file = (await review.detailsOfOrder(orderId)).find(({ invoice }) => invoice.id === invoiceId)
      return file === undefined ? "no_invoice" : previewAction(file, policy, action, order)
    },
    /** Where the buyer is asked to say their refund should go; null: nothing is asked. */
    refundQuestion: async (orderId: string): Promise<RefundQuestion | null> =>
      refundQuestion(await review.detailsOfOrder(orderId), parts),
    /** Keeps where an order's refund should go; the caller knows that it is the buyer who says so. */
    submitRefundAddress: async (
      orderId: string,
      { text, cameBy }: { text: string; cameBy: RefundAddress["cameBy"] },
    ): Promise<AddressResult> => {
      const read = parts.readAddress(text)
      return read.ok ? submitRefundAddress(parts, orderId, { address: read.address, cameBy }) : read
    },
    unnotifiedAddresses: () => review.unnotifiedAddresses(),
    markAddressNotified: (id: string) => review.markAddressNotified(id),
    unrecordedRefunds: () => review.unrecordedRefunds(clock()),
    releaseRefund: (refund: Refund) => review.releaseRefund(refund.id),
    markRefundRecorded: (refund: Refund) => review.markRefundRecorded(refund.id),
    markRefundFailed: (refund: Refund, reason: string) => review.markRefundFailed(refund.id, reason),
  }
}

function reviewedInvoice(file: InvoiceDetails, parts: PaymentReviewParts): ReviewedInvoice {
  const { policy } = parts
  const { invoice, outputs, tip } = file
  const balance = balanceOf(file, policy)
  const context = actionContextOf(file, policy)
  return {
    ...file,
    required: requiredConfirmations(invoice.pricePence, policy),
    confirmations: outputs.map((output) => ({ output, depth: confirmationsOf(output, tip?.height ?? 0) })),
    settled: balance.settled,
    receivedPence: receivedPence(balance),
    capturedPence: capturedPenceOf(invoice),
    refundablePence: refundablePence(balance),
    surplusPence: context.surplusPence,
    owedPence: owedPence(file, parts),
    isAddressAwaited: isAwaited(file, parts),
    actions: allowedActions(context),
  }
}

/** Whether the chain has paid an invoice in full, deep enough; what is in the books once stays there. */
export function isPaid({ state, captured }: StoredInvoice): boolean {
  return state === "confirmed" || captured
}

/** What an order's books take for an invoice, in pence. */
export function capturedPenceOf(invoice: StoredInvoice): bigint {
  return capturedPence(invoice, invoice.rate)
}
