import { randomUUID } from "node:crypto"
import {
  paymentOverviewSchema,
  paymentPanelSchema,
  type OpenCase,
  type PaymentOverview,
  type PaymentPanel,
} from "@shop/contracts/staff-payments"
import { z } from "zod"
import type { StaffAction } from "../../src/modules/bitcoin-payment/src/domain/action-forms"
import type { Staff } from "./staff"

const performed = z.object({ order_id: z.string() })
const pence = z.string().transform((amount) => Math.round(Number(amount) * 100))

const dueRefund = z.object({ amount: pence })
const bitcoinPayment = z
  .object({
    method: z.literal("bitcoin"),
    ...{ id: z.string(), state: z.string(), address: z.string(), reasons: z.array(z.string()) },
    ...{ created_at: z.string(), expires_at: z.string(), captured: z.boolean(), by_hand: z.boolean() },
    ...{ price: pence, received: pence, captured_amount: pence, refundable: pence, surplus: pence },
    ...{ received_today: pence.nullable(), refund_due: dueRefund },
    ...{ due_sats: z.string(), received_sats: z.string(), missing_sats: z.string() },
    ...{ refundable_sats: z.string(), required_confirmations: z.number() },
    ...{ is_refund_address_awaited: z.boolean(), actions: z.array(z.string()) },
    outputs: z.array(z.object({ txid: z.string(), sats: z.string(), status: z.string() })),
    refund_addresses: z.array(z.object({ address: z.string(), came_by: z.string(), at: z.string() })),
    refunds: z.array(
      z.object({
        ...{ id: z.string(), amount: pence, by: z.string(), note: z.string().nullable() },
        ...{ sats: z.string().nullable(), address: z.string().nullable(), txid: z.string().nullable() },
      }),
    ),
    unrecorded_refunds: z.array(z.object({ id: z.string(), error: z.string().nullable() })),
    audit_entries: z.array(z.object({ action: z.string(), reason: z.string().nullable(), by: z.string() })),
  })
  .transform((payment) => ({
    ...{ id: payment.id, state: payment.state, address: payment.address, reasons: payment.reasons },
    createdAt: payment.created_at,
    expiresAt: payment.expires_at,
    isCaptured: payment.captured,
    isByHand: payment.by_hand,
    pricePence: payment.price,
    receivedPence: payment.received,
    capturedPence: payment.captured_amount,
    refundablePence: payment.refundable,
    refundDuePence: payment.refund_due.amount,
    surplusPence: payment.surplus,
    todayPence: payment.received_today,
    dueSats: payment.due_sats,
    receivedSats: payment.received_sats,
    missingSats: payment.missing_sats,
    refundableSats: payment.refundable_sats,
    required: payment.required_confirmations,
    isAddressAwaited: payment.is_refund_address_awaited,
    actions: payment.actions,
    outputs: payment.outputs,
    refundAddresses: payment.refund_addresses.map(({ came_by: cameBy, ...given }) => ({
      ...given,
      cameBy,
    })),
    refunds: payment.refunds.map(({ amount, ...refund }) => {
      const waiting = payment.unrecorded_refunds.find(({ id }) => id === refund.id)
      return {
        ...refund,
        pence: amount,
        isRecorded: waiting === undefined,
        lastError: waiting?.error ?? null,
      }
    }),
    decisions: payment.audit_entries,
  }))

const named = z.array(z.object({ name: z.string(), amount: pence }))

/** A payment by card, in the same words. */
const cardPayment = z
  .object({
    ...{ method: z.literal("card"), id: z.string(), state: z.string(), captured: z.boolean() },
    ...{ label: z.object({ text: z.string() }), refundable: pence, refund_due: dueRefund, amounts: named },
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
    refunds: z.array(
      z.object({
        ...{ id: z.string(), amount: pence, note: z.string(), by: z.string(), at: z.string() },
        ...{ status: z.string(), is_final: z.boolean(), error: z.string().nullable() },
      }),
    ),
  })
  .transform(({ id, state, captured, refundable, refund_due: due, amounts, facts, refunds, label }) => {
    const amountOf = (name: RegExp) => amounts.find((row) => name.test(row.name))?.amount
    const [, processor] =
      /^Payment at (.*)$/.exec(facts.find(({ name }) => /^Payment at/.test(name))?.name ?? "") ?? []
    return {
      ...{ id, state, isCaptured: captured, label: label.text, processor, refundablePence: refundable },
      refundDuePence: due.amount,
      card: facts.find(({ name }) => name === "Method")?.value ?? null,
      receivedPence: amountOf(/^Received$/),
      returnedPence: amountOf(/^Refunded$/) ?? 0,
      feePence: amountOf(/fee$/) ?? null,
      refunds: refunds.map(({ amount, note: reason, by, is_final: isRecorded, ...refund }) => {
        const source = by === processor ? "processor" : by.startsWith("the shop") ? "shop" : "staff"
        return { ...refund, pence: amount, reason, source, by: source === "staff" ? by : null, isRecorded }
      }),
    }
  })

const other = z.object({ method: z.string() })
/** An order's payments, those of each method in the words of these specs: money is whole pence. */
export const orderPayments = z.object({ payments: z.array(other.loose()) }).transform(({ payments }) => ({
  bitcoin: z.array(bitcoinPayment).parse(payments.filter(({ method }) => method === "bitcoin")),
  cards: z.array(cardPayment).parse(payments.filter(({ method }) => method === "card")),
}))
export type BitcoinPayment = z.output<typeof bitcoinPayment>
export type CardPayment = z.output<typeof cardPayment>

interface Action {
  action: StaffAction
  idempotencyKey?: string
  reason?: string
  refund?: {
    method: string
    pence: number
    note?: string
    basis?: "satoshis" | "money"
    sats?: string
    address?: string
    txid?: string
    lightning?: {
      sats: string
      basis?: "satoshis" | "money"
      destination: string
      invoice: string
      preimage: string
    }
  }
}

/** The body of an action, with a new idempotency key unless there is one. */
export function actionBody({ action, idempotencyKey = randomUUID(), reason, refund }: Action) {
  if (refund === undefined) return { action, idempotency_key: idempotencyKey, reason }
  const { method, pence, note, sats, basis, address, txid, lightning } = refund
  return {
    ...{ action, idempotency_key: idempotencyKey, reason: note },
    refund: {
      amount: pence / 100,
      ...(method === "bitcoin" && { bitcoin: { sats, basis, address, txid } }),
      ...(method === "lightning" && { lightning }),
    },
  }
}

/** Staff's refund to a card. A repeated key is the same refund. */
export const cardRefund = (pence: number, idempotencyKey: string = randomUUID()) => ({
  ...{ action: "refund", reason: "A jar was broken", idempotency_key: idempotencyKey },
  refund: { amount: pence / 100 },
})

/** What staff do about payments, with the calls of the admin's own pages. */
export interface PaymentReview {
  panel(orderId: string): Promise<PaymentPanel & { invoices: BitcoinPayment[]; cards: CardPayment[] }>
  /** The order's newest invoice. */
  invoice(orderId: string): Promise<BitcoinPayment>
  /** Runs an action on an invoice, with a new idempotency key unless `body` contains one. */
  run(
    invoiceId: string,
    action: StaffAction,
    body?: Omit<Action, "action">,
  ): ReturnType<PaymentReview["panel"]>
  inboxOf(orderId: string): Promise<OpenCase[]>
  overview(): Promise<PaymentOverview>
}

export function paymentReviewOf(staff: Staff): PaymentReview {
  const payments = (orderId: string) => staff.get(orderPayments, `/admin/orders/${orderId}/payments`)
  const panel = async (orderId: string) => {
    const { panel: shown } = await staff.get(paymentPanelSchema, `/admin/payment-review/orders/${orderId}`)
    const { bitcoin: invoices, cards } = await payments(orderId)
    return { ...shown, invoices, cards }
  }
  const overview = async () =>
    (await staff.get(paymentOverviewSchema, "/admin/payment-review/overview")).overview
  return {
    panel,
    overview,
    invoice: async (orderId) => {
      const [newest] = (await payments(orderId)).bitcoin
      if (!newest) throw new Error(`Order ${orderId} has no invoice.`)
      return newest
    },
    run: async (invoiceId, action, body = {}) => {
      const path = `/admin/payments/${invoiceId}/actions`
      const { order_id } = await staff.post(performed, path, actionBody({ action, ...body }))
      return panel(order_id)
    },
    inboxOf: async (order) => (await overview()).inbox.filter(({ orderId }) => orderId === order),
  }
}
