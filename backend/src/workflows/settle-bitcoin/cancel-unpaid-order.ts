import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, type StoredInvoice } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { clearPendingOrderChanges } from "./clear-pending-order-changes"

const orderRow = z.object({
  status: z.string(),
  payment_collections: z.array(z.object({ captured_amount: z.coerce.number().nullish() })),
})

/**
 * Cancels an order whose quote ran out with nothing paid, and frees its stock. Skipped when money came before it began, or
 * when another invoice paid the order: an old quote never cancels a paid order.
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  invoice: StoredInvoice,
): Promise<"done" | "skipped"> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  // Closed, it was being cancelled when the shop fell over: its goods may be free already, and money that came since is late.
  if (invoice.state !== "expired" && invoice.closed !== "expired") return "skipped"
  if (!(await bitcoin.isNewestInvoice(invoice))) return "skipped"
  const [order] = await queryRows(container, orderRow, {
    entity: "order",
    fields: ["status", "payment_collections.captured_amount"],
    filters: { id: invoice.orderId },
  })
  if (order && order.status !== "canceled") {
    if (order.payment_collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0)) return "skipped"
    // Closed first: the cancelling tells everybody, and whoever hears of it should find why. A repeat finds it closed.
    await bitcoin.markClosed(invoice.id, "expired")
    await clearPendingOrderChanges(container, invoice.orderId)
    await cancelOrderWorkflow(container).run({ input: { order_id: invoice.orderId } })
  }
  await bitcoin.markClosed(invoice.id, "expired")
  return "done"
}
