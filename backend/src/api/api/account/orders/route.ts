import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orderHistoryQuerySchema } from "@shop/contracts"
import { parse } from "../../../../http/parse"
import { Problem } from "../../../../http/problem"
import { requireSession } from "../../../signed-in"
import { orderHistory } from "./order-history"

/** The signed-in customer's orders, newest first, in pages. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { customerId } = await requireSession(req)
  const page = await orderHistory(req.scope, customerId, parse(orderHistoryQuerySchema, req.query))
  if (page === null) throw new Problem(400, "invalid", "That is no cursor of ours.")
  res.setHeader("Cache-Control", "no-store")
  res.json(page)
}
