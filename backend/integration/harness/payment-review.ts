import { randomUUID } from "node:crypto"
import {
  paymentOverviewSchema,
  paymentPanelSchema,
  type OpenCase,
  type PaymentAction,
  type PaymentInvoice,
  type PaymentOverview,
  type PaymentPanel,
} from "@shop/contracts/staff-payments"
import type { Staff } from "./staff"

/** What staff do about payments, with the calls of the admin's own pages. */
export interface PaymentReview {
  panel(orderId: string): Promise<PaymentPanel>
  /** The order's newest invoice. */
  invoice(orderId: string): Promise<PaymentInvoice>
  /** Runs an action on an invoice, with a new idempotency key unless `body` contains one. */
  run(invoiceId: string, action: PaymentAction["action"], body?: object): Promise<PaymentPanel>
  inboxOf(orderId: string): Promise<OpenCase[]>
  overview(): Promise<PaymentOverview>
}

export function paymentReviewOf(staff: Staff): PaymentReview {
  const panel = async (orderId: string) =>
    (await staff.get(paymentPanelSchema, `/admin/payment-review/orders/${orderId}`)).panel
  const overview = async () =>
    (await staff.get(paymentOverviewSchema, "/admin/payment-review/overview")).overview
  return {
    panel,
    overview,
    invoice: async (orderId) => {
      const [newest] = (await panel(orderId)).invoices
      if (!newest) throw new Error(`Order ${orderId} has no invoice.`)
      return newest
    },
    run: async (invoiceId, action, body = {}) => {
      const sent = { action, idempotencyKey: randomUUID(), ...body }
      const path = `/admin/bitcoin/invoices/${invoiceId}/actions`
      return (await staff.post(paymentPanelSchema, path, sent)).panel
    },
    inboxOf: async (order) => (await overview()).inbox.filter(({ orderId }) => orderId === order),
  }
}
