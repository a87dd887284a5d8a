import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { enqueueOrderCancelled } from "../mail/enqueue-order-mail"

const orderRow = z.object({ no_notification: z.boolean().nullish() })

/**
 * An order was cancelled: its buyer reads so, unless nobody paid it in time, of which another mail has told already, or
 * the order is one whose buyer gets no mail. Asked again, nothing happens.
 */
export async function notifyCancellation(container: MedusaContainer, orderId: string): Promise<void> {
  const [[order], [ranOut]] = await Promise.all([
    queryRows(container, orderRow, {
      entity: "order",
      fields: ["no_notification"],
      filters: { id: orderId },
    }),
    container
      .resolve(BITCOIN_PAYMENT)
      .listBitcoinInvoices({ order_id: orderId, closed_how: "expired" }, { select: ["id"], take: 1 }),
  ])
  if (order && order.no_notification !== true && !ranOut) await enqueueOrderCancelled(container, orderId)
}
