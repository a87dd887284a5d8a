import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import {
  CASE_KINDS,
  HISTORY_CODES,
  type CardPaymentService,
  type PaymentDetails,
} from "../modules/card-payment"
import { CARD_CASES, CARD_HISTORY, cardReason } from "../orders/card-texts"
import { describeCard, isDeclined } from "../orders/card-details"
import { findCardPayments } from "../orders/payment-method"
import { querySql } from "../platform/sql/query"

const time = z.date().transform((date) => date.toISOString())
const caseRow = z.object({
  id: z.string(),
  payment_id: z.string(),
  kind: z.enum(CASE_KINDS),
  pence: z.number().int(),
  detail: z.string(),
  created_at: time,
  respond_by: time.nullable(),
})
const transitionRow = z.object({
  payment_id: z.string(),
  code: z.enum(HISTORY_CODES),
  detail: z.string().nullable(),
  by_email: z.string().nullable(),
  created_at: time,
})
const messageRow = z.object({
  kind: z.string(),
  payment_id: z.string().nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})

/** What staff see of an order's payments on a card processor's page, newest first. */
export async function cardPaymentsForStaff(
  container: MedusaContainer,
  orderId: string,
): Promise<StaffCardPayment[]> {
  const service = findCardPayments(container)
  const all = (await service?.payments.detailsOfOrder(orderId)) ?? []
  if (service === null || all.length === 0) return []
  const ids = all.map(({ payment }) => payment.id)
  const [cases, transitions, messages] = await Promise.all([
    querySql(
      container,
      caseRow,
      `select * from card_case where payment_id = any(:ids) and closed_at is null order by created_at`,
      { ids },
    ),
    querySql(
      container,
      transitionRow,
      `select * from card_transition where payment_id = any(:ids) order by created_at desc limit 500`,
      { ids },
    ),
    querySql(
      container,
      messageRow,
      `select coalesce(payload ->> 'kind', 'refund') as kind,
              coalesce(payload ->> 'paymentId', (select payment_id from card_refund where id = payload ->> 'refundId')) as payment_id,
              attempts, last_error
         from outbox_message
        where topic in ('card-effect', 'card-refund') and finished_at is null and last_error is not null
          and payload ->> 'orderId' = :orderId`,
      { orderId },
    ),
  ])
  return all.map((details) => {
    const isOfThis = (row: { payment_id: string | null }) => row.payment_id === details.payment.id
    return {
      ...paymentView(service, details),
      cases: cases.filter(isOfThis).map(({ kind, ...row }) => ({
        id: row.id,
        ...CARD_CASES[kind],
        pence: row.pence,
        detail: row.detail,
        openedAt: row.created_at,
        respondBy: row.respond_by,
      })),
      timeline: transitions.filter(isOfThis).map(({ created_at: at, code, detail, by_email: by }) => ({
        at,
        what: CARD_HISTORY[code],
        detail: detail === null ? null : withShortIds(cardReason(detail)),
        by,
      })),
      failing: messages.filter(isOfThis).map(({ kind, attempts, last_error: lastError }) => ({
        kind,
        attempts,
        lastError,
      })),
    }
  })
}

/** A processor's ids have up to 70 characters. */
function withShortIds(text: string): string {
  return text.replace(/\b\w{30,}\b/g, (id) => `${id.slice(0, 12)}…${id.slice(-6)}`)
}

function paymentView(
  { processor }: CardPaymentService,
  { payment, sessions, refunds, returnedPence }: PaymentDetails,
): Omit<StaffCardPayment, "cases" | "timeline" | "failing"> {
  const { processorPaymentId } = payment
  return {
    id: payment.id,
    state: payment.state,
    isCaptured: payment.isCaptured,
    isDeclined: isDeclined(payment),
    pricePence: payment.pence,
    receivedPence: payment.receivedPence,
    returnedPence,
    refundablePence: payment.receivedPence - returnedPence,
    feePence: payment.feePence,
    card: payment.card === null ? null : describeCard(payment.card),
    processor: processor?.name ?? "the card processor",
    processorPaymentId,
    url: processorPaymentId === null ? null : (processor?.paymentUrl(processorPaymentId) ?? null),
    createdAt: iso(payment.createdAt),
    payableUntil: iso(payment.payableUntil),
    lastReadAt: payment.lastPollAt === null ? null : iso(payment.lastPollAt),
    readError: payment.pollError,
    pages: sessions.map(({ processorId, state, createdAt, expiresAt }) => ({
      id: processorId,
      url: processorId === null ? null : (processor?.sessionUrl(processorId) ?? null),
      state,
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
    })),
    refunds: refunds.map(({ id, pence, status, source, reason, by, at, recordedAt, error }) => ({
      id,
      pence,
      status,
      source,
      reason: cardReason(reason),
      by: by?.email ?? null,
      at: iso(at),
      isRecorded: recordedAt !== null,
      error: error === null ? null : cardReason(error),
    })),
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
