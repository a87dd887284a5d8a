import { z } from "@medusajs/framework/zod"
import { ORDER_LISTS } from "@shop/contracts/staff"
import { listOrders } from "../../../orders/order-lists"
import { readOrdersWithCases } from "../../../payments/cases"
import { staffRoute } from "../staff-route"

const querySchema = z.strictObject({
  list: z.enum(ORDER_LISTS),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
})

export const GET = staffRoute(async ({ scope, read }) => {
  const page = read(querySchema)
  const cases = await readOrdersWithCases(scope)
  return listOrders(scope, page, new Set(cases.map(({ orderId }) => orderId)))
})
