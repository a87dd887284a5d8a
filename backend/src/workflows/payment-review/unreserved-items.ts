import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../../query/database"
import type { Reservation } from "../place-order/stock"

const count = z.coerce.number().int()
const reservedRow = z.object({
  line_item_id: z.string(),
  inventory_item_id: z.string(),
  location_id: z.string(),
  quantity: count,
  title: z.string(),
  is_held: z.boolean(),
  free: count,
})
type ReservedItem = z.infer<typeof reservedRow>

/** What was reserved for an order's lines, as it was last: still held, or given back when it was cancelled. */
const RESERVED = `
  select distinct on (r.line_item_id, r.inventory_item_id)
         r.line_item_id, r.inventory_item_id, r.location_id, r.quantity, coalesce(l.product_title, l.title) as title,
         r.deleted_at is null as is_held, coalesce(v.stocked_quantity - v.reserved_quantity, 0) as free
    from reservation_item r
    join order_line_item l on l.id = r.line_item_id
    join order_item o on o.item_id = l.id and o.order_id = :id and o.deleted_at is null
    left join inventory_level v on v.inventory_item_id = r.inventory_item_id and v.location_id = r.location_id
                               and v.deleted_at is null
   order by r.line_item_id, r.inventory_item_id, (r.deleted_at is null) desc, r.deleted_at desc`

/** What an order that was cancelled would have to have reserved again. */
export async function itemsToReserve(
  container: MedusaContainer,
  orderId: string,
): Promise<(Reservation & Pick<ReservedItem, "title" | "free">)[]> {
  const rows = await databaseOf(container).ask(reservedRow, RESERVED, { id: orderId })
  return rows.filter(({ is_held }) => !is_held).map(({ is_held: _, ...items }) => items)
}

/** One sentence that names what is not there any more; null: all of it is. */
export function shortageOf(
  items: readonly Pick<ReservedItem, "title" | "quantity" | "free">[],
): string | null {
  const short = items.filter(({ quantity, free }) => free < quantity)
  if (short.length === 0) return null
  const each = short.map(
    ({ title, quantity, free }) => `${title} (ordered ${quantity}, ${Math.max(0, free)} left)`,
  )
  return `The stock is gone: ${each.join(", ")}. Count it anew if there is more, or give the money back.`
}
