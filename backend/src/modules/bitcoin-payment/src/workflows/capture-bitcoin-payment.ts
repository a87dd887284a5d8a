import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import {
  BITCOIN_PAYMENT,
  capturedMinor,
  fromMinorUnits,
  isPaid,
  readCurrency,
  toMinorUnits,
  type StoredInvoice,
} from "../modules/bitcoin-payment"
import { queryGraph } from "medusa-payments/database"
import {
  assertNoOpenChange,
  captureSession,
  isPaidByAnother,
  readCaptureState,
} from "medusa-payments/workflows"

const amount = z.coerce.number()

/**
 * Captures a confirmed payment once, at the order's price or at the worth of an accepted short payment; a surplus stays in the
 * invoice's own tables. A payment of a cancelled order is never captured: its invoice goes to review. Rolls forward: each part is
 * done unless it was done before, the outbox retries until all are, and nothing is compensated. The caller holds the payment's lock.
 */
export async function captureBitcoinPayment(
  container: MedusaContainer,
  invoice: StoredInvoice,
): Promise<"done" | "skipped"> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const state = await readCaptureState(container, invoice)
  if (state.status === "canceled") {
    await bitcoin.settlement.markClosed(invoice.id, "cancelled")
    return "skipped"
  }
  if (invoice.captured) return "done"
  // A reorganisation undid the payment before the capture. Mining it again queues a new capture.
  if (!isPaid(invoice)) return "skipped"
  // The order was paid by another quote or in another way, or costs less now: staff decide about the second payment.
  if (state.captureId !== null || (await isPaidByAnother(container, invoice.orderId, state))) {
    await bitcoin.settlement.markClosed(invoice.id, "superseded")
    return "skipped"
  }
  await writeOffShortfall(container, invoice)
  await captureSession(container, invoice, state)
  await bitcoin.settlement.markCaptured(invoice.id)
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

/** Staff accepted less than the price: credits what of the shortfall is still due, and lowers the payment to what was received. */
async function writeOffShortfall(container: MedusaContainer, invoice: StoredInvoice): Promise<void> {
  const { id: invoiceId, orderId, sessionId, priceMinor, currency } = invoice
  const takenMinor = capturedMinor(invoice)
  if (takenMinor >= priceMinor) return
  const captured = fromMinorUnits(takenMinor, currency)
  const [order] = await queryGraph(container, creditedOrderRow, {
    entity: "order",
    fields: ["summary.*", "credit_lines.reference_id"],
    filters: { id: orderId },
  })
  const isCredited = (order?.credit_lines ?? []).some(({ reference_id }) => reference_id === invoiceId)
  const stillDue = toMinorUnits(order?.summary.pending_difference ?? 0, readCurrency(currency)) - takenMinor
  if (!isCredited && stillDue > 0n) {
    await assertNoOpenChange(container, orderId)
    const shortfall = priceMinor - takenMinor
    const credit = fromMinorUnits(shortfall < stillDue ? shortfall : stillDue, currency)
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
