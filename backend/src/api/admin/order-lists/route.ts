import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { ORDER_LISTS } from "@shop/contracts/staff"
import { listOrders } from "../../../orders/order-lists"
import { readOrdersWithCases } from "../../../payments/cases"
import { parseStaffInput } from "../staff-input"

const query = z.strictObject({
  list: z.enum(ORDER_LISTS),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
})

/** `GET /admin/order-lists?list=&offset=`: a page of the orders in a state. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const page = parseStaffInput(query, req.query)
  const cases = await readOrdersWithCases(req.scope)
  const inReview = new Set(cases.map(({ orderId }) => orderId))
  res.set("cache-control", "no-store").json(await listOrders(req.scope, page, inReview))
}
