import { z } from "@medusajs/framework/zod"
import { searchOrders } from "../../../orders/order-search"
import { readOrdersWithCases } from "../../../payments/cases"
import { staffRoute } from "../staff-route"

const querySchema = z.strictObject({ q: z.string().trim().min(1).max(300) })

export const GET = staffRoute(async ({ scope, read }) => {
  const { q } = read(querySchema)
  const cases = await readOrdersWithCases(scope)
  return searchOrders(scope, q, new Set(cases.map(({ orderId }) => orderId)))
})
