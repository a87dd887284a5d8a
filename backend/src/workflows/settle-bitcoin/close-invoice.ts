import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { underOrderLock } from "../payment-review/under-order-lock"

/**
 * Closes the invoice of an order that is no more; its address stays watched. One that is closed already stays as it is,
 * and so does that of an order which staff have opened again before this news came.
 */
export async function closeInvoice(container: MedusaContainer, orderId: string): Promise<void> {
  await underOrderLock(container, orderId, async () => {
    const [order] = await queryRows(container, z.object({ status: z.string() }), {
      entity: "order",
      fields: ["status"],
      filters: { id: orderId },
    })
    if (order?.status === "canceled") await container.resolve(BITCOIN_PAYMENT).cancelInvoiceOfOrder(orderId)
  })
}
