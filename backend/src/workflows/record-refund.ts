import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, type Refund, type StoredInvoice } from "../modules/bitcoin-payment"
import { queryGraph } from "../query/query"
import { cancelUnpaidOrderWorkflow } from "./cancel-unpaid-order"
import { enqueueRefundSent } from "../mail/enqueue-mail"
import {
  clearPendingOrderChanges,
  EXECUTION_RETENTION_SECONDS,
  withPaymentLocked,
} from "./payment-effects/order-changes"

interface Input {
  refundId: string
  orderId: string
  sessionId: string
  isCaptured: boolean
}

const amount = z.coerce.number()
const orderRow = z.object({
  status: z.string(),
  currency_code: z.string(),
  summary: z.object({ pending_difference: amount }),
  credit_lines: z.array(z.object({ reference_id: z.string().nullish() })).nullish(),
})
const paymentRow = z.object({
  id: z.string(),
  refunds: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullish() })),
})

/** Invoice states in which no money is expected any more. */
const FINAL_STATES = ["expired", "cancelled", "refunded"]

export const refundSchema = z.object({ orderId: z.string(), invoiceId: z.string(), refundId: z.string() })

/** Records in Medusa a refund that staff entered, and notifies its buyer. Idempotent. */
export async function recordRefund(
  container: MedusaContainer,
  { refundId, orderId }: z.output<typeof refundSchema>,
): Promise<void> {
  await withPaymentLocked(container, orderId, async () => {
    const { invoice } = await readRefund(container, refundId)
    const { sessionId, captured: isCaptured } = invoice
    await recordRefundWorkflow(container).run({ input: { refundId, orderId, sessionId, isCaptured } })
  })
}

async function readRefund(
  container: MedusaContainer,
  refundId: string,
): Promise<{ refund: Refund; invoice: StoredInvoice }> {
  const found = await container.resolve(BITCOIN_PAYMENT).reviewService.refund(refundId)
  if (found) return found
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
}

/** Medusa's refund, the order's transaction, and a credit line for goodwill. Each is created once. */
const recordRefundInMedusaStep = createStep(
  "record-refund-in-medusa",
  async ({ refundId, orderId, sessionId, isCaptured }: Input, { container }) => {
    const { refund } = await readRefund(container, refundId)
    if (!isCaptured || refund.medusaPence === 0n) return new StepResponse(null)
    const pounds = Number(refund.medusaPence) / 100
    const medusaRefundId = await ensureMedusaRefund(container, refund, sessionId, pounds)
    const order = await readOrder(container, orderId)
    const orders = container.resolve(Modules.ORDER)
    const reference = { order_id: orderId, reference: "refund", reference_id: medusaRefundId }
    if ((await orders.listOrderTransactions(reference, { take: 1 })).length === 0)
      await orders.addOrderTransactions([
        { ...reference, amount: -pounds, currency_code: order.currency_code },
      ])
    await ensureCreditLine(container, refundId, orderId, pounds)
    return new StepResponse(null)
  },
)

/** Cancels an order that was never captured and whose money was all refunded. */
const cancelRefundedOrderStep = createStep(
  "cancel-refunded-order",
  async ({ orderId, isCaptured }: Input, { container }) => {
    if (isCaptured) return new StepResponse(null)
    const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
    const isOver = all.every(({ invoice }) => !invoice.captured && FINAL_STATES.includes(invoice.state))
    if (isOver && (await readOrder(container, orderId)).status !== "canceled")
      await cancelUnpaidOrderWorkflow(container).run({ input: { orderId, expiredInvoiceId: null } })
    return new StepResponse(null)
  },
)

const notifyBuyerOfRefundStep = createStep(
  "notify-buyer-of-refund",
  async ({ refundId, orderId }: Input, { container }) => {
    const { pence, method } = (await readRefund(container, refundId)).refund
    const sent =
      method.kind === "bitcoin"
        ? { satoshis: method.sats.toString(), address: method.address, txid: method.txid }
        : { satoshis: null, address: null, txid: null }
    await enqueueRefundSent(container, { orderId, refundId, pence: Number(pence), ...sent })
    return new StepResponse(null)
  },
)

/** Rolls forward: the money was already sent, so a failure is retried and never compensated. */
const recordRefundWorkflow = createWorkflow(
  { name: "record-refund", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    recordRefundInMedusaStep(input)
    cancelRefundedOrderStep(input)
    notifyBuyerOfRefundStep(input)
    return new WorkflowResponse(undefined)
  },
)

/** Medusa creates its refund through the payment provider, which admits it because staff recorded it. */
async function ensureMedusaRefund(
  container: MedusaContainer,
  refund: Refund,
  sessionId: string,
  pounds: number,
): Promise<string> {
  const [payment] = await queryGraph(container, paymentRow, {
    entity: "payment",
    fields: ["id", "refunds.id", "refunds.metadata"],
    filters: { payment_session_id: sessionId },
  })
  if (!payment)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Session ${sessionId} has no payment to refund.`,
    )
  const isOurs = ({ metadata }: (typeof payment.refunds)[number]) =>
    metadata?.["bitcoin_refund"] === refund.id
  const existing = payment.refunds.find(isOurs)
  if (existing) return existing.id
  // Linked to a refund that Medusa does not have: the process died before Medusa wrote it.
  if (refund.medusaRefundId !== null)
    await container.resolve(BITCOIN_PAYMENT).reviewService.releaseRefund(refund.id)
  const after = await container.resolve(Modules.PAYMENT).refundPayment({
    payment_id: payment.id,
    amount: pounds,
    created_by: refund.by.id,
    note: "Recorded in the order's Bitcoin panel",
    metadata: { bitcoin_refund: refund.id },
  })
  const created = paymentRow.shape.refunds.parse(after.refunds).find(isOurs)
  if (!created) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Medusa did not keep the refund.")
  return created.id
}

/** A refund beyond what was owed (goodwill) lowers the order's total, or the order would read as unpaid. */
async function ensureCreditLine(
  container: MedusaContainer,
  refundId: string,
  orderId: string,
  pounds: number,
): Promise<void> {
  const { status, summary, credit_lines } = await readOrder(container, orderId)
  const isCredited = (credit_lines ?? []).some(({ reference_id }) => reference_id === refundId)
  const credit = Math.min(pounds, summary.pending_difference)
  if (status === "canceled" || isCredited || credit <= 0) return
  await clearPendingOrderChanges(container, orderId)
  await createOrderCreditLinesWorkflow(container).run({
    input: {
      id: orderId,
      credit_lines: [{ amount: credit, reference: "bitcoin_refund", reference_id: refundId }],
    },
  })
}

async function readOrder(container: MedusaContainer, orderId: string): Promise<z.output<typeof orderRow>> {
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["status", "currency_code", "summary.*", "credit_lines.reference_id"],
    filters: { id: orderId },
  })
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`)
  return order
}
