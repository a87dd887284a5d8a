import { randomUUID } from "node:crypto"
import {
  paymentOverviewSchema,
  paymentPanelSchema,
  type OpenCase,
  type PaymentOverview,
  type PaymentPanel,
} from "@shop/contracts/staff-payments"
import { z } from "zod"
import type { StaffAction } from "../../src/modules/bitcoin-payment/src/domain/invoice-details"
import type { Staff } from "./staff"

const performed = z.object({ order_id: z.string() })
const pence = z.string().transform((amount) => Math.round(Number(amount) * 100))

/** A payment in Bitcoin as staff read it, in the words of these specs: money is whole pence. */
export const bitcoinPayments = z.object({
  bitcoin_payments: z.array(
    z
      .object({
        ...{ id: z.string(), state: z.string(), address: z.string(), reasons: z.array(z.string()) },
        ...{ created_at: z.string(), expires_at: z.string(), captured: z.boolean(), by_hand: z.boolean() },
        ...{ price: pence, received: pence, captured_amount: pence, refundable: pence, surplus: pence },
        received_today: pence.nullable(),
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
        audit_entries: z.array(
          z.object({ action: z.string(), reason: z.string().nullable(), by: z.string() }),
        ),
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
      })),
  ),
})
export type BitcoinPayment = z.output<typeof bitcoinPayments>["bitcoin_payments"][number]

interface Action {
  action: StaffAction
  idempotencyKey?: string
  reason?: string
  refund?: { method: string; pence: number; note?: string; sats?: string; address?: string; txid?: string }
}

/** The body of an action, with a new idempotency key unless there is one. */
export function actionBody({ action, idempotencyKey = randomUUID(), reason, refund }: Action) {
  if (refund === undefined) return { action, idempotency_key: idempotencyKey, reason }
  const { method, pence, note, sats, address, txid } = refund
  return {
    ...{ action, idempotency_key: idempotencyKey, reason: note },
    refund: { amount: pence / 100, ...(method === "bitcoin" && { bitcoin: { sats, address, txid } }) },
  }
}

/** What staff do about payments, with the calls of the admin's own pages. */
export interface PaymentReview {
  panel(orderId: string): Promise<PaymentPanel & { invoices: BitcoinPayment[] }>
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
  const invoices = async (orderId: string) =>
    (await staff.get(bitcoinPayments, `/admin/orders/${orderId}/bitcoin-payments`)).bitcoin_payments
  const panel = async (orderId: string) => {
    const { panel: shown } = await staff.get(paymentPanelSchema, `/admin/payment-review/orders/${orderId}`)
    return { ...shown, invoices: await invoices(orderId) }
  }
  const overview = async () =>
    (await staff.get(paymentOverviewSchema, "/admin/payment-review/overview")).overview
  return {
    panel,
    overview,
    invoice: async (orderId) => {
      const [newest] = await invoices(orderId)
      if (!newest) throw new Error(`Order ${orderId} has no invoice.`)
      return newest
    },
    run: async (invoiceId, action, body = {}) => {
      const path = `/admin/bitcoin-payments/${invoiceId}/actions`
      const { order_id } = await staff.post(performed, path, actionBody({ action, ...body }))
      return panel(order_id)
    },
    inboxOf: async (order) => (await overview()).inbox.filter(({ orderId }) => orderId === order),
  }
}
