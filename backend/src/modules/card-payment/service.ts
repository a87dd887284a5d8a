import { MedusaService } from "@medusajs/framework/utils"
import type { Logger } from "@medusajs/framework/types"
import { createStripe } from "./adapters/stripe"
import { openPage, type OpenedPage, type PageParts } from "./application/pages"
import { reconcile, reconcilePayment } from "./application/reconcile"
import { makeRefund, requestRefund, type RefundRejection } from "./application/refund"
import { decideLate, isPayable } from "./domain/decide"
import type { ClosedHow } from "./domain/payment"
import { CardCase } from "./models/card-case"
import { CardEvent } from "./models/card-event"
import { CardPayment } from "./models/card-payment"
import { CardRefund } from "./models/card-refund"
import { CardSession } from "./models/card-session"
import { CardTransition } from "./models/card-transition"
import { optionsSchema, type Options } from "./options"
import { CardProcessorError, type CardProcessor } from "./ports/card-processor"
import { rows, type Connection } from "medusa-payments/database"
import {
  closePayment,
  findPayment,
  markCaptured,
  openPayment,
  paymentsOfOrder,
  storeDecision,
  withPaymentRow,
  type PaymentRequest,
  type StoredPayment,
} from "./repository/payments"
import { requestPoll, storeNotification } from "./repository/polling"
import {
  admitRefund,
  findRefund,
  markRefundRecorded,
  refundsOf,
  releaseRefund,
  returnedPence,
  type CardRefund as Refund,
  type StaffRefund,
} from "./repository/refunds"
import { sessionsOf, type CardSession as Session } from "./repository/sessions"

interface Dependencies {
  __pg_connection__: Connection
  logger: Logger
}

/** A payment with everything that staff see of it. */
export interface PaymentDetails {
  readonly payment: StoredPayment
  readonly sessions: readonly Session[]
  readonly refunds: readonly Refund[]
  readonly returnedPence: number
}

/** The processor repeats a notification for three days. */
const EVENTS_KEPT_DAYS = 60

/** The module's front: card payments, the pages on which they are made, and what the processor says of them. */
export default class CardPaymentService extends MedusaService({
  CardPayment,
  CardSession,
  CardRefund,
  CardCase,
  CardTransition,
  CardEvent,
}) {
  private readonly options: Options
  private readonly db: Connection
  private readonly logger: Logger
  private readonly processor: CardProcessor | null
  private readonly clock = () => Date.now()
  private readonly underWay = new Set<Promise<unknown>>()
  /** The framework calls this. */
  __hooks = {
    // The connections are closed next.
    onApplicationPrepareShutdown: async () => {
      await Promise.allSettled(this.underWay)
    },
  }

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.options = optionsSchema.parse(options)
    this.db = dependencies.__pg_connection__
    this.logger = dependencies.logger
    this.processor = this.options.stripe === null ? null : createStripe(this.options.stripe)
  }

  /** The processor's name for buyers and staff; null: none is configured. */
  async processorName(): Promise<string | null> {
    return this.processor?.name ?? null
  }

  /** The smallest amount that can be charged. */
  async leastPence(): Promise<number> {
    return this.processor?.leastPence ?? 1
  }

  /** Opens the payment of one of Medusa's sessions with its reservation of stock; asked again, it returns the first. */
  async openPayment(order: Omit<PaymentRequest, "payableUntil">): Promise<StoredPayment> {
    return openPayment(this.db, {
      ...order,
      payableUntil: this.clock() + this.options.reservationMinutes * 60_000,
    })
  }

  /** The payment that represents an order; null: it is not paid on a processor's page. */
  async paymentOfOrder(orderId: string): Promise<StoredPayment | null> {
    return findPayment(this.db, "order_id", orderId)
  }

  async payment(id: string): Promise<StoredPayment | null> {
    return findPayment(this.db, "id", id)
  }

  /** Whether the buyer may open a page to pay on now. */
  async isPayable(payment: StoredPayment): Promise<boolean> {
    return this.processor !== null && isPayable(payment, this.clock())
  }

  /** All payments of an order, newest first. */
  async detailsOfOrder(orderId: string): Promise<PaymentDetails[]> {
    const payments = await paymentsOfOrder(this.db, orderId)
    return Promise.all(payments.map((payment) => this.detailsOf(payment)))
  }

  /** The page of a payment. The caller holds the lock of the order's payment. @param number the order's */
  async openPage(paymentId: string, number: number): Promise<OpenedPage> {
    const parts = this.parts()
    if (parts === null) return { ok: false, reason: "unavailable" }
    const opened = await openPage(parts, paymentId, number)
    if (!opened.ok && opened.reason === "unavailable")
      this.logger.warn(`Card payments: no page could be opened for payment ${paymentId}.`)
    return opened
  }

  /**
   * Ends the payment's pages at the processor, before the buyer pays otherwise.
   * @returns `paid`: a page was finished · `open`: the processor does not answer, and the polls end the page later
   */
  async endPages(paymentId: string): Promise<"ended" | "paid" | "open"> {
    const parts = this.parts()
    if (parts === null) return "ended"
    const payment = await findPayment(this.db, "id", paymentId)
    if (payment === null) return "ended"
    const open = (await sessionsOf(this.db, paymentId)).find(({ state }) => state === "open")
    if (open?.processorId === undefined || open.processorId === null) return "ended"
    try {
      await parts.processor.expireSession(open.processorId)
      await reconcilePayment(parts, paymentId)
    } catch (error) {
      if (error instanceof CardProcessorError) return "open"
      throw error
    }
    const now = await findPayment(this.db, "id", paymentId)
    return now?.state === "awaiting_payment" ? "ended" : "paid"
  }

  /** The payment takes no money any more; its open page is ended by the next poll. Idempotent. */
  async closePayment(id: string, how: ClosedHow): Promise<void> {
    await closePayment(this.db, id, how)
  }

  /** The same for every payment of an order. */
  async closePaymentsOfOrder(orderId: string, how: ClosedHow): Promise<void> {
    for (const { id, closed } of await paymentsOfOrder(this.db, orderId))
      if (closed === null) await closePayment(this.db, id, how)
  }

  /** The order was cancelled before its money was captured: the money is returned, or staff decide. */
  async rejectPaid(id: string): Promise<void> {
    await closePayment(this.db, id, "cancelled")
    await withPaymentRow(this.db, id, async (payment, tx) => {
      const decision = decideLate(payment, this.options.latePayments)
      if (decision !== null)
        await storeDecision(tx, payment, decision, {
          at: this.clock(),
          cause: "the order was cancelled first",
        })
    })
  }

  /** The money is in the books. */
  async markCaptured(id: string): Promise<void> {
    await markCaptured(this.db, id)
  }

  /** Whether the processor has taken the exact amount for this payment session. The provider relies on nothing else. */
  async isSessionPaid(sessionId: string): Promise<boolean> {
    const payment = await findPayment(this.db, "session_id", sessionId)
    return payment !== null && (payment.isCaptured || (payment.state === "paid" && payment.closed === null))
  }

  /** Whether Medusa may enter this refund: one of this amount was made at the processor. */
  async admitRefund(sessionId: string, pence: number, medusaRefundId: string): Promise<boolean> {
    return admitRefund(this.db, sessionId, pence, medusaRefundId)
  }

  async releaseRefund(refundId: string): Promise<void> {
    await releaseRefund(this.db, refundId)
  }

  /** Stores a refund that staff or a cancellation ordered. Null: it is stored. */
  async requestRefund(paymentId: string, refund: StaffRefund): Promise<RefundRejection | null> {
    return requestRefund(this.db, paymentId, refund)
  }

  /** Makes a refund at the processor. @throws CardProcessorError when it is to be tried again */
  async makeRefund(refundId: string): Promise<Refund | null> {
    if (this.processor === null) return findRefund(this.db, refundId)
    return makeRefund(this.db, this.processor, refundId, this.clock())
  }

  async markRefundRecorded(refundId: string): Promise<void> {
    await markRefundRecorded(this.db, refundId)
  }

  /** Closes a case by staff. @returns whether it was open */
  async closeCase(caseId: string, by: string, reason: string): Promise<boolean> {
    const closed = await rows(
      this.db,
      `update card_case set closed_at = now(), closed_by = ?, close_reason = ?, updated_at = now()
        where id = ? and closed_at is null returning id`,
      [by, reason, caseId],
    )
    return closed.length > 0
  }

  /** Has the processor read soon: an open order page waits for the result. */
  async requestPoll(orderId: string): Promise<void> {
    const payment = await findPayment(this.db, "order_id", orderId)
    if (this.processor !== null && payment !== null && !payment.isCaptured && payment.closed === null)
      await requestPoll(this.db, payment.id)
  }

  /** Reads one payment now, for staff. @throws CardProcessorError when the processor does not answer */
  async pollPayment(id: string): Promise<void> {
    const parts = this.parts()
    if (parts !== null) await reconcilePayment(parts, id)
  }

  /** Reads what is due. Only the process that leads calls this. @returns whether anything was */
  async poll(): Promise<boolean> {
    const parts = this.parts()
    return (
      parts !== null &&
      this.finish(
        reconcile({ ...parts, onFailure: (message) => this.logger.warn(`Card payments: ${message}`) }),
      )
    )
  }

  /**
   * Stores a notification of the processor and requests the reading.
   * @returns `forged`: the signature is wrong, or it signs no notification, and nothing is stored
   */
  async notify(body: Buffer, signature: string | undefined): Promise<"stored" | "repeated" | "forged"> {
    const notification = this.processor?.readNotification(body, signature) ?? null
    if (notification === null) return "forged"
    return (await storeNotification(this.db, notification)) ? "stored" : "repeated"
  }

  /** The processor's pages about a payment and a session, for staff. */
  async processorUrl(about: { paymentId: string } | { sessionId: string }): Promise<string | null> {
    if (this.processor === null) return null
    return "paymentId" in about
      ? this.processor.paymentUrl(about.paymentId)
      : this.processor.sessionUrl(about.sessionId)
  }

  /** Deletes old notifications. */
  async purge(): Promise<void> {
    await rows(
      this.db,
      `delete from card_event where created_at < now() - interval '${EVENTS_KEPT_DAYS} days'`,
    )
  }

  /** Delays the shutdown of the process until this work has finished. */
  private async finish<Result>(work: Promise<Result>): Promise<Result> {
    this.underWay.add(work)
    return work.finally(() => this.underWay.delete(work))
  }

  private parts(): PageParts | null {
    const { db, processor, clock, options } = this
    if (processor === null) return null
    return {
      db,
      processor,
      clock,
      late: options.latePayments,
      publicUrl: options.publicUrl,
      shopName: options.shopName,
    }
  }

  private async detailsOf(payment: StoredPayment): Promise<PaymentDetails> {
    const [sessions, refunds] = await Promise.all([
      sessionsOf(this.db, payment.id),
      refundsOf(this.db, [payment.id]),
    ])
    return { payment, sessions, refunds, returnedPence: returnedPence(payment, refunds) }
  }
}
