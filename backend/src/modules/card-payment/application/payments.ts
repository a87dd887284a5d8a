import { decideLate, isPayable, type LatePayments } from "../domain/decide"
import type { ClosedHow } from "../domain/payment"
import type { CardProcessor } from "../ports/card-processor"
import type { Connection } from "medusa-payments/database"
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
} from "../repository/payments"
import { refundablePence, refundsOf, returnedPence, type CardRefund } from "../repository/refunds"
import { sessionsOf, type CardSession } from "../repository/sessions"

export interface PaymentDetails {
  readonly payment: StoredPayment
  readonly sessions: readonly CardSession[]
  readonly refunds: readonly CardRefund[]
  readonly returnedPence: number
  readonly refundablePence: number
}

interface Parts {
  readonly db: Connection
  readonly processor: CardProcessor | null
  readonly clock: () => number
  readonly late: LatePayments
  readonly reservationMs: number
}

export function createPayments({ db, processor, clock, late, reservationMs }: Parts) {
  return {
    /** Opens the payment of one of Medusa's sessions with its reservation of stock; asked again, it returns the first. */
    open: async (order: Omit<PaymentRequest, "payableUntil">): Promise<StoredPayment> =>
      openPayment(db, { ...order, payableUntil: clock() + reservationMs }),
    find: async (id: string): Promise<StoredPayment | null> => findPayment(db, "id", id),
    /** The payment that represents an order; null: it is not paid on a processor's page. */
    ofOrder: async (orderId: string): Promise<StoredPayment | null> => findPayment(db, "order_id", orderId),
    detailsOfOrder: async (orderId: string): Promise<PaymentDetails[]> =>
      Promise.all(
        (await paymentsOfOrder(db, orderId)).map(async (payment) => {
          const [sessions, refunds] = await Promise.all([
            sessionsOf(db, payment.id),
            refundsOf(db, [payment.id]),
          ])
          return {
            ...{ payment, sessions, refunds, returnedPence: returnedPence(payment, refunds) },
            refundablePence: refundablePence(payment, refunds),
          }
        }),
      ),
    isPayable: (payment: StoredPayment): boolean => processor !== null && isPayable(payment, clock()),
    /** Whether the processor has taken the exact amount for this payment session. The provider relies on nothing else. */
    isSessionPaid: async (sessionId: string): Promise<boolean> => {
      const payment = await findPayment(db, "session_id", sessionId)
      return payment !== null && (payment.isCaptured || (payment.state === "paid" && payment.closed === null))
    },
    unmarked: async (orderId: string) =>
      (await paymentsOfOrder(db, orderId))
        .filter(({ isCaptured }) => !isCaptured)
        .map(({ id, sessionId }) => ({ sessionId, markCaptured: async () => markCaptured(db, id) })),
    markCaptured: async (id: string): Promise<void> => markCaptured(db, id),
    /** The payment takes no money any more; its open page is ended by the next poll. Idempotent. */
    close: async (id: string, how: ClosedHow): Promise<void> => closePayment(db, id, how),
    closeOfOrder: async (orderId: string, how: ClosedHow): Promise<void> => {
      for (const { id, closed } of await paymentsOfOrder(db, orderId))
        if (closed === null) await closePayment(db, id, how)
    },
    /** The order was cancelled before its money was captured: the money is returned, or staff decide. */
    rejectPaid: async (id: string): Promise<void> => {
      await closePayment(db, id, "cancelled")
      await withPaymentRow(db, id, async (payment, tx) => {
        const decision = decideLate(payment, late)
        if (decision !== null) await storeDecision(tx, payment, decision, { at: clock() })
      })
    },
  }
}
