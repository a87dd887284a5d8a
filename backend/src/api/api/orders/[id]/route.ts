import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orderView } from "../order-view"
import { unknownOrder } from "../rejections"
import { viewerOf } from "../viewer"

/** An order and how its payment stands; what is personal in it only for its buyer. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  const order = await orderView(req.scope, id, await viewerOf(req, id))
  if (order === null) throw unknownOrder()
  res.setHeader("Cache-Control", "no-store")
  res.json(order)
}
