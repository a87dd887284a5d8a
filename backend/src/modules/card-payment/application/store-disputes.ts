import { notifyPaymentChanged, rows, type Connection } from "medusa-payments/database"
import { sumDisputes } from "../domain/disputes"
import type { ProcessorDispute } from "../ports/card-processor"
import { closeCase, openCase } from "../repository/cases"
import { appendTransition, type StoredPayment } from "../repository/payments"

/** Stores the disputes of one of the payment's charges: the money for the books, what holds the parcel, and the cases. */
export async function storeDisputes(
  tx: Connection,
  payment: StoredPayment,
  processorPaymentId: string,
  disputes: readonly ProcessorDispute[],
): Promise<void> {
  for (const dispute of disputes) {
    await storeBookings(tx, payment, processorPaymentId, dispute)
    await STORE[dispute.outcome](tx, payment, dispute)
  }
  if (payment.processorPaymentId !== processorPaymentId) return
  const { dispute, disputedPence, disputeFeePence } = sumDisputes(disputes)
  await rows(
    tx,
    `update card_payment set dispute = ?, disputed_pence = ?, dispute_fee_pence = ? where id = ?`,
    [dispute, disputedPence, disputeFeePence, payment.id],
  )
  if (dispute !== payment.dispute) await notifyPaymentChanged(tx, payment.orderId)
}

async function storeBookings(
  tx: Connection,
  { id: paymentId }: StoredPayment,
  processorPaymentId: string,
  { id: disputeId, bookings }: ProcessorDispute,
): Promise<void> {
  for (const { id, pence, feePence, at } of bookings)
    await rows(
      tx,
      `insert into card_dispute_booking (id, payment_id, processor_payment_id, dispute_id, pence, fee_pence, created_at)
       values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
      [id, paymentId, processorPaymentId, disputeId, pence, feePence, new Date(at)],
    )
}

type Store = (tx: Connection, payment: StoredPayment, dispute: ProcessorDispute) => Promise<void>

const STORE: Readonly<Record<ProcessorDispute["outcome"], Store>> = {
  open: storeOpen,
  lost: async (tx, payment, { id: subject, pence, reason }) => {
    await closeCase(tx, { kind: "dispute", subject }, { by: "processor", reason: "dispute_lost" })
    const lost = { kind: "dispute_lost", subject, pence, detail: inWords(reason), respondBy: null } as const
    if (await openCase(tx, payment, lost)) await appendTransition(tx, payment.id, "dispute_lost", subject)
  },
  /** A bank may decide a lost dispute anew. */
  won: async (tx, payment, { id: subject }) => {
    let isNews = false
    for (const kind of ["dispute", "dispute_lost"] as const)
      if (await closeCase(tx, { kind, subject }, { by: "processor", reason: "dispute_won" })) isNews = true
    if (isNews) await appendTransition(tx, payment.id, "dispute_won", subject)
  },
}

async function storeOpen(
  tx: Connection,
  payment: StoredPayment,
  { id: subject, pence, reason, status, respondBy }: ProcessorDispute,
): Promise<void> {
  const detail = `${inWords(reason)}, ${inWords(status)}`
  const isNew = await openCase(tx, payment, { kind: "dispute", subject, pence, detail, respondBy })
  const changed = await rows(
    tx,
    `update card_case set detail = ?, respond_by = ?, updated_at = now()
      where kind = 'dispute' and subject = ? and closed_at is null and detail <> ? returning id`,
    [detail, respondBy === null ? null : new Date(respondBy), subject, detail],
  )
  if (isNew || changed.length > 0) await appendTransition(tx, payment.id, "dispute", detail)
}

/** @param code the processor's, like `product_not_received` */
function inWords(code: string): string {
  return code.replaceAll("_", " ")
}
