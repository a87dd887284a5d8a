import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { ORDERS_PER_PAGE } from "@shop/contracts/staff"
import { readShop } from "../../../mail/shop"
import { packingSlips } from "../../../orders/print/packing-slip"
import { sendPrintPage } from "../../../orders/print/print-page"
import { orderContent } from "../../../orders/projections"
import { queryGraph } from "../../../platform/sql/query"
import { parseStaffInput } from "../staff-input"

const query = z.strictObject({
  orders: z
    .string()
    .transform((ids) => [...new Set(ids.split(","))])
    .pipe(z.array(z.string().min(1)).max(ORDERS_PER_PAGE, `Print ${ORDERS_PER_PAGE} packing slips at most.`)),
})

/** `GET /admin/packing-slips?orders=…,…`: the packing slips of these orders, a sheet each, in the order given. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { orders: ids } = parseStaffInput(query, req.query)
  const [shop, found] = await Promise.all([
    readShop(req.scope),
    queryGraph(req.scope, orderContent, { entity: "order", filters: { id: ids } }),
  ])
  found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  sendPrintPage(res, packingSlips(shop, found))
}
