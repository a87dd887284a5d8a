import { z } from "zod"
import type { Staff } from "./staff"

// Staff's edits of an order, as Medusa's page sends them.

/** What the line becomes. `unit_price` in pounds. */
interface EditedLine {
  quantity: number
  unit_price?: number
}

const linesSchema = z.object({ order: z.object({ items: z.array(z.object({ id: z.string() })) }) })

/** The ids of the order's lines. */
export async function linesOf(staff: Staff, orderId: string): Promise<string[]> {
  const { order } = await staff.get(linesSchema, `/admin/orders/${orderId}?fields=id,*items`)
  return order.items.map(({ id }) => id)
}

/** The first one. */
export const lineOf = async (staff: Staff, orderId: string): Promise<string> =>
  (await linesOf(staff, orderId))[0] ?? ""

/** Begins an edit of the order's first line, and leaves it open as staff who close the tab do. */
export async function openEdit(staff: Staff, orderId: string, line: EditedLine): Promise<void> {
  await staff.post(z.unknown(), "/admin/order-edits", { order_id: orderId })
  const item = `/admin/order-edits/${orderId}/items/item/${await lineOf(staff, orderId)}`
  await staff.post(z.unknown(), item, line)
}

export async function confirmEdit(staff: Staff, orderId: string): Promise<void> {
  await staff.post(z.unknown(), `/admin/order-edits/${orderId}/request`, {})
}

export async function edit(staff: Staff, orderId: string, line: EditedLine): Promise<void> {
  await openEdit(staff, orderId, line)
  await confirmEdit(staff, orderId)
}
