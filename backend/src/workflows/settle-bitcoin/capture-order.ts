import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, PaymentActions } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, type StoredInvoice } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"

const orderRow = z.object({ status: z.string() })
const paymentRow = z.object({ captured_at: z.coerce.date().nullable() })

/**
 * Takes a confirmed payment into Medusa's books, once, at the order's price: what was sent beyond it stays in our own
 * table. A cancelled order is never captured without a word; its invoice is closed and comes to staff instead.
 */
export async function captureOrder(
  container: MedusaContainer,
  invoice: StoredInvoice,
): Promise<"done" | "moot"> {
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
    return "moot"
  }
  // The order was paid twice, by an old quote and by its renewal: the second payment is somebody's money, for a person.
  if (await bitcoin.isPaidByAnother(invoice)) {
    await bitcoin.markClosed(invoice.id, "cancelled")
    return "moot"
  }
  if (!(await isCaptured(container, invoice.sessionId))) {
    await processPaymentWorkflow(container).run({
      input: {
        action: PaymentActions.SUCCESSFUL,
        data: { session_id: invoice.sessionId, amount: Number(invoice.pricePence) / 100 },
      },
    })
    if (!(await isCaptured(container, invoice.sessionId)))
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `Medusa did not capture session ${invoice.sessionId}.`,
      )
  }
  await bitcoin.markCaptured(invoice.id)
  return "done"
}

async function isCaptured(container: MedusaContainer, sessionId: string): Promise<boolean> {
  const payments = await queryRows(container, paymentRow, {
    entity: "payment",
    fields: ["captured_at"],
    filters: { payment_session_id: sessionId },
  })
  return payments.some(({ captured_at }) => captured_at !== null)
}
