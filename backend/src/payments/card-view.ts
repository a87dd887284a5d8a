import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { formatPence, toPounds } from "@shop/contracts"
import { owedOfOrder, refundIsDue } from "medusa-payments/amount-due"
import type { DescribedAction, DescribedPayment } from "medusa-payments/review"
import {
  CASE_KINDS,
  HISTORY_CODES,
  type CardPaymentService,
  type CardRefund,
  type PaymentDetails,
} from "../modules/card-payment"
import { CARD_CASES, CARD_HISTORY, cardReason, describeCard } from "../orders/card-texts"
import { isDeclined } from "../orders/card-details"
import { findCardPayments } from "../orders/payment-method"
import { paidOf, paidOrder, readOrder } from "../orders/projections"
import { toPence } from "../platform/money"
import { OUTBOX_TABLE, querySql } from "../platform/sql/query"

const time = z.date().transform((date) => date.toISOString())
const caseRow = z.object({
  id: z.string(),
  payment_id: z.string(),
  kind: z.enum(CASE_KINDS),
  pence: z.number().int(),
  detail: z.string(),
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
  task: z.string(),
  payment_id: z.string().nullable(),
  attempts: z.number().int(),
  error: z.string(),
})

export async function cardPaymentsForStaff(
  container: MedusaContainer,
  orderId: string,
): Promise<DescribedPayment[]> {
  const service = findCardPayments(container)
  const all = (await service?.payments.detailsOfOrder(orderId)) ?? []
  if (service === null || all.length === 0) return []
  const ids = all.map(({ payment }) => payment.id)
  const [order, owed, cases, transitions, messages] = await Promise.all([
    readOrder(container, paidOrder, orderId),
    owedOfOrder(container, "card_payment", orderId),
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
      `select coalesce(payload ->> 'kind', 'refund') as task,
              coalesce(payload ->> 'paymentId', (select payment_id from card_refund where id = payload ->> 'refundId')) as payment_id,
              attempts, last_error as error
         from ${OUTBOX_TABLE}
        where topic in ('card-effect', 'card-refund') and finished_at is null and last_error is not null
          and payload ->> 'orderId' = :orderId`,
      { orderId },
    ),
  ])
  return all.map((details) => {
    const isOfThis = (row: { payment_id: string | null }) => row.payment_id === details.payment.id
    return describe(service, details, {
      owedPence: toPence(owed.get(details.payment.id) ?? 0),
      isDifference: order !== undefined && paidOf(order).captured > 0,
      cases: cases.filter(isOfThis).map(({ id, kind, pence, detail, respond_by }) => ({
        ...{ id, ...CARD_CASES[kind], detail, respond_by, amount: toPounds(pence) },
        action: { ...CLOSE_CASE, case_id: id },
      })),
      timeline: transitions.filter(isOfThis).map(({ created_at: at, code, detail, by_email: by }) => ({
        at,
        what: CARD_HISTORY[code],
        detail: detail === null ? null : withShortIds(cardReason(detail)),
        by,
      })),
      failing: messages.filter(isOfThis).map(({ task, attempts, error }) => ({ task, attempts, error })),
    })
  })
}

/** A processor's ids have up to 70 characters. */
function withShortIds(text: string): string {
  return text.replace(/\b\w{30,}\b/g, (id) => `${id.slice(0, 12)}…${id.slice(-6)}`)
}

const CLOSE_CASE: Omit<DescribedAction, "case_id"> = {
  action: "close_case",
  asks: "reason",
  button: "Close the case…",
  title: "Close this case?",
  effect: "It leaves the inbox, with your name and your reason. No money is moved.",
  confirm: "Close the case",
}

const LABELS = {
  awaiting_payment: { text: "Awaiting payment", colour: "orange" },
  confirming: { text: "Confirming", colour: "blue" },
  paid: { text: "Paid", colour: "green" },
  expired: { text: "Not paid in time", colour: "grey" },
  cancelled: { text: "Closed unpaid", colour: "grey" },
  review: { text: "Needs your decision", colour: "red" },
  disputed: { text: "Disputed", colour: "orange" },
  lost: { text: "Dispute lost", colour: "grey" },
  refunded: { text: "Refunded", colour: "grey" },
  partlyRefunded: { text: "Partly refunded", colour: "blue" },
} as const satisfies Record<string, DescribedPayment["label"]>

/** Green means that nothing is left to do about the money. */
function labelOf(
  { payment, returnedPence }: PaymentDetails,
  cases: DescribedPayment["cases"],
): DescribedPayment["label"] {
  if (cases.length > 0) return LABELS.review
  if (payment.dispute !== null) return payment.dispute === "lost" ? LABELS.lost : LABELS.disputed
  if (payment.state !== "paid" || returnedPence === 0) return LABELS[payment.state]
  return returnedPence >= payment.receivedPence ? LABELS.refunded : LABELS.partlyRefunded
}

const PENDING = ["awaiting_payment", "confirming", "paid"]

function describe(
  { processor }: CardPaymentService,
  details: PaymentDetails,
  {
    owedPence,
    isDifference,
    ...beside
  }: Pick<DescribedPayment, "cases" | "timeline" | "failing"> & { owedPence: number; isDifference: boolean },
): DescribedPayment {
  const { payment, refunds, returnedPence, refundablePence } = details
  const processorName = processor?.name ?? "the card processor"
  const card = payment.card === null ? null : describeCard(payment.card)
  return {
    ...{ id: payment.id, method: "card", title: "Card payment", currency: "GBP", ...beside },
    ...{ state: payment.state, captured: payment.isCaptured, created_at: iso(payment.createdAt) },
    label: labelOf(details, beside.cases),
    is_pending: PENDING.includes(payment.state) && !payment.isCaptured,
    notes: [
      ...(owedPence > 0 ? [`${refundIsDue(formatPence(owedPence))}.`] : []),
      ...(isDeclined(payment) ? ["The card was declined. The buyer can try again."] : []),
      ...(payment.pollError === null
        ? []
        : [`${processorName} does not answer. The payment is read again soon: ${payment.pollError}`]),
    ],
    amounts: [
      { name: "Amount due", amount: toPounds(payment.pence) },
      { name: "Received", amount: toPounds(payment.receivedPence) },
      ...(returnedPence > 0 ? [{ name: "Refunded", amount: toPounds(returnedPence) }] : []),
      ...(payment.feePence === null
        ? []
        : [{ name: `${processorName}’s fee`, amount: toPounds(payment.feePence) }]),
      ...(payment.disputedPence > 0
        ? [{ name: "Taken back by the bank", amount: toPounds(payment.disputedPence) }]
        : []),
      ...(payment.disputeFeePence > 0
        ? [{ name: "Fee of the dispute", amount: toPounds(payment.disputeFeePence) }]
        : []),
    ],
    facts: factsOf(details, processor, processorName, card, isDifference),
    refundable: toPounds(refundablePence),
    refund_due: { amount: toPounds(Math.min(owedPence || refundablePence, refundablePence)) },
    refunds: refunds.map((refund) => refundView(refund, processorName)),
    actions:
      refundablePence <= 0
        ? []
        : [
            {
              ...{ action: "refund", asks: "refund", case_id: null, button: "Refund…", confirm: "Refund" },
              title: "Refund to the card",
              effect: `${processorName} returns the money to ${card ?? "the card"}. The order follows, and the buyer is emailed. This cannot be undone.`,
            },
          ],
  }
}

function factsOf(
  { payment, sessions }: PaymentDetails,
  processor: CardPaymentService["processor"],
  processorName: string,
  card: string | null,
  isDifference: boolean,
): DescribedPayment["facts"] {
  const { processorPaymentId, state, payableUntil, lastPollAt } = payment
  const page = sessions[0]
  const id = (name: string, value: string | null, urlOf: (id: string) => string | undefined) =>
    value === null ? [] : [{ name, kind: "id" as const, value, url: urlOf(value) ?? null }]
  const moment = (name: string, at: number | null) =>
    at === null ? [] : [{ name, kind: "time" as const, value: iso(at), url: null }]
  return [
    ...(card === null ? [] : [{ name: "Method", kind: "text" as const, value: card, url: null }]),
    ...id(`Payment at ${processorName}`, processorPaymentId, (value) => processor?.paymentUrl(value)),
    ...id(`Page at ${processorName}`, page?.processorId ?? null, (value) => processor?.sessionUrl(value)),
    ...(page === undefined
      ? []
      : [{ name: "Page’s state", kind: "text" as const, value: page.state, url: null }]),
    // A difference can be paid as long as it is due.
    ...moment("To be paid by", state === "awaiting_payment" && !isDifference ? payableUntil : null),
    ...moment("Last read", lastPollAt),
  ]
}

const STATUSES: Record<CardRefund["status"], string> = {
  requested: "Ordered, not made yet",
  pending: "On its way to the card",
  succeeded: "Made",
  failed: "Failed",
}

function refundView(refund: CardRefund, processorName: string): DescribedPayment["refunds"][number] {
  const { id, pence, status, source, reason, by, at, recordedAt, error } = refund
  const sources = { staff: "staff", shop: "the shop, automatically", processor: processorName }
  return {
    id,
    amount: toPounds(pence),
    status: STATUSES[status],
    note: cardReason(reason),
    by: by?.email ?? sources[source],
    at: iso(at),
    error: error === null ? null : cardReason(error),
    is_final: status === "failed" || recordedAt !== null,
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
