import {
  acceptPayment,
  askRefundAddress,
  foresee,
  keepSurplus,
  quoteAnew,
  recordRefund,
  settleByHand,
  standingOf,
  takingsOf,
  type Decision,
  type DeskParts,
} from "./application/desk"
import {
  giveRefundAddress,
  isAwaited,
  owedPence,
  refundQuestion,
  type Given,
  type RefundQuestion,
} from "./application/refund-address"
import { confirmationsOf, requiredConfirmations } from "./domain/confirmations"
import type { Output } from "./domain/invoice"
import { receivedPence, refundablePence, takenPence } from "./domain/money-back"
import { quoteSatoshis } from "./domain/quote"
import type { Satoshis } from "./domain/satoshis"
import { allowedActions, type StaffAction } from "./domain/staff-actions"
import type { AddressReading } from "./adapters/read-address"
import type { GivenAddress, InvoiceFile, Refund, RefundToRecord, StaffOrder } from "./ports/desk"
import type { StoredInvoice } from "./ports/ledger"
import type { openQuotes } from "./quotes"

/** A file as staff read it: with what its money comes to, and what may be done now. */
export interface OpenFile extends InvoiceFile {
  readonly required: number
  readonly confirmations: readonly { readonly output: Output; readonly depth: number }[]
  readonly settled: Satoshis
  readonly receivedPence: bigint
  readonly takenPence: bigint
  readonly refundablePence: bigint
  readonly surplusPence: bigint
  /** What staff ask about when they ask where a refund should go. */
  readonly owedPence: bigint
  /** They asked, and decided nothing about the money since. */
  readonly isAddressAwaited: boolean
  readonly actions: readonly StaffAction[]
}

export interface OfficeParts extends DeskParts {
  /** Reads what somebody typed as an address of this network. */
  readonly readAddress: (text: string) => AddressReading
  readonly clock: () => number
  readonly opening: ReturnType<typeof openQuotes>["opening"]
}

/** What staff ask of the module: an order's files, and decisions about them. */
export function openOffice(parts: OfficeParts) {
  const { desk, policy, clock, opening } = parts
  return {
    filesOf: async (orderId: string): Promise<OpenFile[]> =>
      (await desk.filesOf(orderId)).map((file) => openFile(file, parts)),
    requestPoll: (orderId: string): Promise<void> => desk.requestPoll(orderId),
    accept: (invoiceId: string, order: StaffOrder) => acceptPayment(parts, invoiceId, order),
    settleByHand: (invoiceId: string, order: StaffOrder) => settleByHand(parts, invoiceId, order),
    askRefundAddress: (invoiceId: string, order: StaffOrder) => askRefundAddress(parts, invoiceId, order),
    keepSurplus: (invoiceId: string, order: StaffOrder) => keepSurplus(parts, invoiceId, order),
    recordRefund: (invoiceId: string, order: StaffOrder, refund: RefundToRecord) =>
      recordRefund(parts, invoiceId, order, refund),
    /** @throws BitcoinUnavailable without a rate, or an address that is known to be fresh */
    quoteAnew: async (invoiceId: string, order: StaffOrder): Promise<Decision> => {
      const { parts: open, withVerifiedAddress } = await opening()
      const rate = await open.rates.current()
      return withVerifiedAddress(() =>
        quoteAnew(parts, invoiceId, order, ({ invoice }, pen) =>
          pen.openNext(
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
    foresee: async (orderId: string, invoiceId: string, action: StaffAction, order: StaffOrder) => {
      const file = (await desk.filesOf(orderId)).find(({ invoice }) => invoice.id === invoiceId)
      return file === undefined ? "no_invoice" : foresee(file, policy, action, order)
    },
    /** Where the buyer is asked to say their refund should go; null: nothing is asked. */
    refundQuestion: async (orderId: string): Promise<RefundQuestion | null> =>
      refundQuestion(await desk.filesOf(orderId), parts),
    /** Keeps where an order's refund should go; the caller knows that it is the buyer who says so. */
    giveRefundAddress: async (
      orderId: string,
      { text, cameBy }: { text: string; cameBy: GivenAddress["cameBy"] },
    ): Promise<Given> => {
      const read = parts.readAddress(text)
      return read.ok ? giveRefundAddress(parts, orderId, { address: read.address, cameBy }) : read
    },
    unnotifiedAddresses: () => desk.unnotifiedAddresses(),
    markAddressNotified: (id: string) => desk.markAddressNotified(id),
    unbookedRefunds: () => desk.unbookedRefunds(clock()),
    releaseRefund: (refund: Refund) => desk.releaseRefund(refund.id),
    markRefundBooked: (refund: Refund) => desk.markRefundBooked(refund.id),
    markRefundFailed: (refund: Refund, reason: string) => desk.markRefundFailed(refund.id, reason),
  }
}

function openFile(file: InvoiceFile, parts: DeskParts): OpenFile {
  const { policy } = parts
  const { invoice, outputs, tip } = file
  const takings = takingsOf(file, policy)
  const standing = standingOf(file, policy)
  return {
    ...file,
    required: requiredConfirmations(invoice.pricePence, policy),
    confirmations: outputs.map((output) => ({ output, depth: confirmationsOf(output, tip?.height ?? 0) })),
    settled: takings.settled,
    receivedPence: receivedPence(takings),
    takenPence: takenOf(invoice),
    refundablePence: refundablePence(takings),
    surplusPence: standing.surplusPence,
    owedPence: owedPence(file, parts),
    isAddressAwaited: isAwaited(file, parts),
    actions: allowedActions(standing),
  }
}

/** Whether the chain has paid an invoice in full, deep enough; what is in the books once stays there. */
export function isPaid({ state, captured }: StoredInvoice): boolean {
  return state === "confirmed" || captured
}

/** What an order's books take for an invoice, in pence. */
export function takenOf(invoice: StoredInvoice): bigint {
  return takenPence(invoice, invoice.rate)
}
