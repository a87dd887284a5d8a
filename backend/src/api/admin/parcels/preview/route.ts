import { z } from "@medusajs/framework/zod"
import { ORDERS_PER_PAGE } from "@shop/contracts/staff"
import { previewDispatch } from "../../../../orders/parcels/dispatch"
import { staffRoute } from "../../staff-route"

const bodySchema = z.strictObject({
  orders: z.array(z.string().min(1)).max(ORDERS_PER_PAGE),
  list: z.string().max(50_000, "Paste at most 50,000 characters at a time."),
})

export const POST = staffRoute(({ scope, read }) => previewDispatch(scope, read(bodySchema)))
