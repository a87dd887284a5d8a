import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { capturedPenceOf, type StoredInvoice } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { clearPendingOrderChanges } from "./clear-pending-order-changes"

const REFERENCE = "accepted_short"

const amount = z.coerce.number()
const orderRow = z.object({
  summary: z.object({ pending_difference: amount }),
  credit_lines: z
    .array(z.object({ reference: z.string().nullish(), reference_id: z.string().nullish() }))
    .nullish(),
})
const sessionRow = z.object({
  amount,
  currency_code: z.string(),
  data: z.record(z.string(), z.unknown()),
  payment_collection_id: z.string(),
})

/**
 * Staff accepted less than the price: the rest is credited on the order, and the payment asks for what came, so that
 * the books show what was taken and nothing stays open. Asked again, nothing happens.
 */
export async function writeOffShortfall(container: MedusaContainer, invoice: StoredInvoice): Promise<void> {
  const { id, orderId, sessionId, pricePence } = invoice
  const taken = Number(capturedPenceOf(invoice)) / 100
  const [order] = await queryRows(container, orderRow, {
    entity: "order",
    fields: ["summary.*", "credit_lines.reference", "credit_lines.reference_id"],
    filters: { id: orderId },
  })
  const isCredited = (order?.credit_lines ?? []).some((line) => line.reference_id === id)
  if (order && !isCredited && order.summary.pending_difference > taken) {
    await clearPendingOrderChanges(container, orderId)
    const credit = Number(pricePence - capturedPenceOf(invoice)) / 100
    await createOrderCreditLinesWorkflow(container).run({
      input: { id: orderId, credit_lines: [{ amount: credit, reference: REFERENCE, reference_id: id }] },
    })
  }
  const [session] = await queryRows(container, sessionRow, {
    entity: "payment_session",
    fields: ["amount", "currency_code", "data", "payment_collection_id"],
    filters: { id: sessionId },
  })
  if (!session || session.amount === taken) return
  const payments = container.resolve(Modules.PAYMENT)
  const { currency_code, data } = session
  await payments.updatePaymentCollections(session.payment_collection_id, { amount: taken })
  await payments.updatePaymentSession({ id: sessionId, amount: taken, currency_code, data })
}
