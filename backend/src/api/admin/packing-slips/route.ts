import { z } from "@medusajs/framework/zod"
import { ORDERS_PER_PAGE } from "@shop/contracts/staff"
import { readShop } from "../../../mail/shop"
import { packingSlips } from "../../../orders/print/packing-slip"
import { sendPrintPage } from "../../../orders/print/print-page"
import { orderContent } from "../../../orders/projections"
import { queryGraph } from "../../../platform/sql/query"
import { staffRoute } from "../staff-route"

const querySchema = z.strictObject({
  orders: z
    .string()
    .transform((ids) => [...new Set(ids.split(","))])
    .pipe(z.array(z.string().min(1)).max(ORDERS_PER_PAGE, `Print ${ORDERS_PER_PAGE} packing slips at most.`)),
})

export const GET = staffRoute(async ({ scope, read, response }) => {
  const { orders: ids } = read(querySchema)
  const [shop, found] = await Promise.all([
    readShop(scope),
    queryGraph(scope, orderContent, { entity: "order", filters: { id: ids } }),
  ])
  found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  sendPrintPage(response, packingSlips(shop, found))
})
