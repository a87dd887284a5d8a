import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules, PaymentActions } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { createOrderCreditLinesWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, capturedPenceOf, isPaid, type StoredInvoice } from "../modules/bitcoin-payment"
import { queryGraph } from "../query/query"
import { clearPendingOrderChanges, EXECUTION_RETENTION_SECONDS } from "./payment-effects/order-changes"

interface Input {
  invoiceId: string
  orderId: string
  sessionId: string
  pricePence: number
  capturedPence: number
}

const amount = z.coerce.number()

/**
 * Captures a confirmed payment once, at the order's price or at the worth of an accepted short payment. A surplus stays in
 * the invoice's own tables. A payment of a cancelled order is never captured: its invoice goes to review.
 * The caller holds the payment's lock.
 */
export async function captureOrder(
  container: MedusaContainer,
  invoice: StoredInvoice,
): Promise<"done" | "skipped"> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const [order] = await queryGraph(container, z.object({ status: z.string() }), {
    entity: "order",
    fields: ["status"],
    filters: { id: invoice.orderId },
  })
  if (!order)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Invoice ${invoice.id} is paid, but there is no order ${invoice.orderId}.`,
    )
  if (order.status === "canceled") {
    await bitcoin.markClosed(invoice.id, "cancelled")
    return "skipped"
  }
  // A reorganisation undid the payment before the capture. Mining it again queues a new capture.
  if (!isPaid(invoice)) return "skipped"
  // Two quotes of one order were paid: staff decide about the second payment.
  if (await bitcoin.isPaidByAnother(invoice)) {
    await bitcoin.markClosed(invoice.id, "cancelled")
    return "skipped"
  }
  await captureBitcoinPaymentWorkflow(container).run({
    input: {
      invoiceId: invoice.id,
      orderId: invoice.orderId,
      sessionId: invoice.sessionId,
      pricePence: Number(invoice.pricePence),
      capturedPence: Number(capturedPenceOf(invoice)),
    },
  })
  return "done"
}

const creditedOrderRow = z.object({
  summary: z.object({ pending_difference: amount }),
  credit_lines: z.array(z.object({ reference_id: z.string().nullish() })).nullish(),
})
const sessionRow = z.object({
  amount,
  currency_code: z.string(),
  data: z.record(z.string(), z.unknown()),
  payment_collection_id: z.string(),
})

/** Staff accepted less than the price: credits the shortfall on the order, and lowers the payment to what was received. */
const writeOffShortfallStep = createStep(
  "write-off-shortfall",
  async ({ invoiceId, orderId, sessionId, pricePence, capturedPence }: Input, { container }) => {
    if (capturedPence >= pricePence) return new StepResponse(null)
    const captured = capturedPence / 100
    const [order] = await queryGraph(container, creditedOrderRow, {
      entity: "order",
      fields: ["summary.*", "credit_lines.reference_id"],
      filters: { id: orderId },
    })
    const isCredited = (order?.credit_lines ?? []).some(({ reference_id }) => reference_id === invoiceId)
    if (order && !isCredited && order.summary.pending_difference > captured) {
      await clearPendingOrderChanges(container, orderId)
      const credit = (pricePence - capturedPence) / 100
      await createOrderCreditLinesWorkflow(container).run({
        input: {
          id: orderId,
          credit_lines: [{ amount: credit, reference: "accepted_short", reference_id: invoiceId }],
        },
      })
    }
    const [session] = await queryGraph(container, sessionRow, {
      entity: "payment_session",
      fields: ["amount", "currency_code", "data", "payment_collection_id"],
      filters: { id: sessionId },
    })
    if (!session || session.amount === captured) return new StepResponse(null)
    const payments = container.resolve(Modules.PAYMENT)
    const { currency_code, data } = session
    await payments.updatePaymentCollections(session.payment_collection_id, { amount: captured })
    await payments.updatePaymentSession({ id: sessionId, amount: captured, currency_code, data })
    return new StepResponse(null)
  },
)

/**
 * Medusa writes a capture and then marks the payment as captured. If the process dies between the two writes, Medusa
 * rejects every retry as an over-capture: the incomplete capture is deleted first.
 */
const capturePaymentSessionStep = createStep(
  "capture-payment-session",
  async ({ sessionId, capturedPence }: Input, { container }) => {
    const incomplete = (await paymentsOf(container, sessionId)).filter(
      ({ amount, captured_at, captures }) =>
        captured_at === null && captures.reduce((sum, capture) => sum + capture.amount, 0) >= amount,
    )
    const ids = incomplete.flatMap(({ captures }) => captures.map(({ id }) => id))
    if (ids.length > 0) await container.resolve(Modules.PAYMENT).deleteCaptures(ids)
    // Of a captured payment, Medusa completes only what a crash left out.
    await processPaymentWorkflow(container).run({
      input: {
        action: PaymentActions.SUCCESSFUL,
        data: { session_id: sessionId, amount: capturedPence / 100 },
      },
    })
    const payments = await paymentsOf(container, sessionId)
    if (!payments.some(({ captured_at }) => captured_at !== null))
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `Medusa did not capture session ${sessionId}.`,
      )
    return new StepResponse(null)
  },
)

const markInvoiceCapturedStep = createStep(
  "mark-invoice-captured",
  async ({ invoiceId }: Input, { container }) => {
    await container.resolve(BITCOIN_PAYMENT).markCaptured(invoiceId)
    return new StepResponse(null)
  },
)

/** Rolls forward: each step is idempotent and the outbox retries until all are done, so nothing is compensated. */
const captureBitcoinPaymentWorkflow = createWorkflow(
  { name: "capture-bitcoin-payment", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    writeOffShortfallStep(input)
    capturePaymentSessionStep(input)
    markInvoiceCapturedStep(input)
    return new WorkflowResponse(undefined)
  },
)

const paymentRow = z.object({
  amount,
  captured_at: z.coerce.date().nullable(),
  captures: z.array(z.object({ id: z.string(), amount })),
})

function paymentsOf(container: MedusaContainer, sessionId: string) {
  return queryGraph(container, paymentRow, {
    entity: "payment",
    fields: ["amount", "captured_at", "captures.id", "captures.amount"],
    filters: { payment_session_id: sessionId },
  })
}
