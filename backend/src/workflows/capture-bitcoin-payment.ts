import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, capturedPenceOf, isPaid, type StoredInvoice } from "../modules/bitcoin-payment"
import { queryGraph, querySql } from "../query/query"
import { clearPendingOrderChanges } from "./payment-effects/order-changes"

const amount = z.coerce.number()

/** What Medusa's tables say of the order's payment now. */
const stateRow = z.object({
  status: z.string(),
  currency: z.string(),
  paymentId: z.string().nullable(),
  capturedAt: z.date().nullable(),
  captureId: z.string().nullable(),
  /** Whether the order has the capture's transaction. */
  isRecorded: z.boolean(),
})

/**
 * Captures a confirmed payment once, at the order's price or at the worth of an accepted short payment. A surplus stays in
 * the invoice's own tables. A payment of a cancelled order is never captured: its invoice goes to review.
 * Rolls forward: each part is done unless it was done before, the outbox retries until all are, and nothing is compensated.
 * Medusa's modules are called without its workflow for payments, which searches for the order that is known here. The
 * caller holds the payment's lock.
 */
export async function captureOrder(
  container: MedusaContainer,
  invoice: StoredInvoice,
): Promise<"done" | "skipped"> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  let state = await readState(container, invoice)
  if (state.status === "canceled") {
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
  if (state.captureId === null) {
    await writeOffShortfall(container, invoice)
    // Our provider answers that the money is captured, so Medusa writes the payment and its capture in one transaction.
    await container.resolve(Modules.PAYMENT).authorizePaymentSession(invoice.sessionId, {})
    state = await readState(container, invoice)
  }
  const { paymentId, capturedAt, captureId, currency, isRecorded } = state
  if (paymentId === null || captureId === null || capturedAt === null)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa did not capture session ${invoice.sessionId}.`,
    )
  if (!isRecorded)
    await container.resolve(Modules.ORDER).addOrderTransactions([
      {
        order_id: invoice.orderId,
        amount: Number(capturedPenceOf(invoice)) / 100,
        currency_code: currency,
        reference: "capture",
        reference_id: captureId,
      },
    ])
  await container.resolve(Modules.EVENT_BUS).emit({ name: PaymentEvents.CAPTURED, data: { id: paymentId } })
  await bitcoin.markCaptured(invoice.id)
  return "done"
}

async function readState(
  container: MedusaContainer,
  { id, orderId, sessionId }: StoredInvoice,
): Promise<z.output<typeof stateRow>> {
  const [state] = await querySql(
    container,
    stateRow,
    `select o.status, s.currency_code as currency, p.id as "paymentId", p.captured_at as "capturedAt", c.id as "captureId",
        exists (select 1 from order_transaction t where t.order_id = o.id and t.reference = 'capture'
          and t.reference_id = c.id and t.deleted_at is null) as "isRecorded"
       from "order" o
       join payment_session s on s.id = :sessionId
       left join payment p on p.payment_session_id = s.id and p.deleted_at is null
       left join capture c on c.payment_id = p.id and c.deleted_at is null
      where o.id = :orderId and o.deleted_at is null`,
    { orderId, sessionId },
  )
  if (!state)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Invoice ${id} is paid, but there is no order ${orderId} with its payment session.`,
    )
  return state
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
async function writeOffShortfall(container: MedusaContainer, invoice: StoredInvoice): Promise<void> {
  const { id: invoiceId, orderId, sessionId, pricePence } = invoice
  const capturedPence = capturedPenceOf(invoice)
  if (capturedPence >= pricePence) return
  const captured = Number(capturedPence) / 100
  const [order] = await queryGraph(container, creditedOrderRow, {
    entity: "order",
    fields: ["summary.*", "credit_lines.reference_id"],
    filters: { id: orderId },
  })
  const isCredited = (order?.credit_lines ?? []).some(({ reference_id }) => reference_id === invoiceId)
  if (order && !isCredited && order.summary.pending_difference > captured) {
    await clearPendingOrderChanges(container, orderId)
    const credit = Number(pricePence - capturedPence) / 100
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
  if (!session || session.amount === captured) return
  const payments = container.resolve(Modules.PAYMENT)
  const { currency_code, data } = session
  await payments.updatePaymentCollections(session.payment_collection_id, { amount: captured })
  await payments.updatePaymentSession({ id: sessionId, amount: captured, currency_code, data })
}
