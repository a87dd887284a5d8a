import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../database"
import {
  heldRow,
  ORDER_STOCK_FIELDS,
  orderStockRow,
  planReservations,
  type MissingStock,
} from "./plan-reservations"
import { reserveStock, withStockLocked } from "./stock"

export class OutOfStock extends MedusaError {
  constructor(readonly missing: readonly MissingStock[]) {
    const each = missing.map(({ title, ordered, left }) => `${title} (ordered ${ordered}, ${left} left)`)
    const message = `The stock is gone: ${each.join(", ")}. Add stock if there is more, or refund the payment.`
    super(MedusaError.Types.NOT_ALLOWED, message, "out_of_stock")
  }
}

/**
 * Reserves what these lines of an order have and was not sent, in place of what they reserve now; nothing for a line that the order
 * no longer has. Under the locks of the items, so that what is planned is still there.
 * @throws OutOfStock, and nothing has changed
 */
export async function reserveLines(
  container: MedusaContainer,
  orderId: string,
  lines: string[],
): Promise<void> {
  const inventory = container.resolve(Modules.INVENTORY)
  const read = async () => {
    const [found] = await queryGraph(container, orderStockRow, {
      entity: "order",
      fields: ORDER_STOCK_FIELDS,
      filters: { id: orderId },
    })
    const { sales_channel_id, items: all } = found ?? { sales_channel_id: null, items: [] }
    const items = all.filter(({ id }) => lines.includes(id))
    return {
      order: { sales_channel_id, items },
      parts: items.flatMap(({ variant }) => variant?.inventory_items ?? []),
      held: z.array(heldRow).parse(await inventory.listReservationItems({ line_item_id: lines })),
    }
  }
  const { parts, held } = await read()
  const ids = [...parts, ...held].map(({ inventory_item_id }) => inventory_item_id)
  await withStockLocked(container, ids, async () => {
    const now = await read()
    const { reservations, missing } = planReservations(now.order, now.held)
    if (missing.length > 0) throw new OutOfStock(missing)
    await inventory.deleteReservationItemsByLineItem(lines)
    await reserveStock(container, reservations)
  })
}
