import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules, PaymentActions } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, isPaid, capturedPenceOf, type StoredInvoice } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { writeOffShortfall } from "./write-off-shortfall"

const orderRow = z.object({ status: z.string() })
const amount = z.coerce.number()
const paymentRow = z.object({
  amount,
  captured_at: z.coerce.date().nullable(),
  captures: z.array(z.object({ id: z.string(), amount })),
})

/**
 * Takes a confirmed payment into Medusa's books, once, at the order's price, or at what a short payment that staff
 * accepted is worth: what was sent beyond it stays in our own table. A cancelled order is never captured without a word; its invoice is closed and comes to staff instead.
 */
export async function captureOrder(
  container: MedusaContainer,
  invoice: StoredInvoice,
): Promise<"done" | "skipped"> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const [order] = await queryRows(container, orderRow, {
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
  // The chain took the payment back before it was written down: it is asked for again when it is mined again.
  if (!isPaid(invoice)) return "skipped"
  // The order was paid twice, by an old quote and by its renewal: the second payment is somebody's money, for a person.
  if (await bitcoin.isPaidByAnother(invoice)) {
    await bitcoin.markClosed(invoice.id, "cancelled")
    return "skipped"
  }
  if (capturedPenceOf(invoice) < invoice.pricePence) await writeOffShortfall(container, invoice)
  await undoIncompleteCapture(container, invoice.sessionId)
  // Asked again, Medusa takes a payment that is captured as it is and completes what a crash left out: its sums.
  await processPaymentWorkflow(container).run({
    input: {
      action: PaymentActions.SUCCESSFUL,
      data: { session_id: invoice.sessionId, amount: Number(capturedPenceOf(invoice)) / 100 },
    },
  })
  const payments = await paymentsOf(container, invoice.sessionId)
  if (!payments.some(({ captured_at }) => captured_at !== null))
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa did not capture session ${invoice.sessionId}.`,
    )
  await bitcoin.markCaptured(invoice.id)
  return "done"
}

/**
 * Medusa writes a capture and then, on its own, that the payment is captured. Killed between the two it would refuse
 * every further try as one too many; as where a provider fails, the capture is taken back, and made again.
 */
async function undoIncompleteCapture(container: MedusaContainer, sessionId: string): Promise<void> {
  const incomplete = (await paymentsOf(container, sessionId)).filter(
    ({ amount, captured_at, captures }) =>
      captured_at === null && captures.reduce((sum, capture) => sum + capture.amount, 0) >= amount,
  )
  const ids = incomplete.flatMap(({ captures }) => captures.map(({ id }) => id))
  if (ids.length > 0) await container.resolve(Modules.PAYMENT).deleteCaptures(ids)
}

function paymentsOf(container: MedusaContainer, sessionId: string) {
  return queryRows(container, paymentRow, {
    entity: "payment",
    fields: ["amount", "captured_at", "captures.id", "captures.amount"],
    filters: { payment_session_id: sessionId },
  })
}
