import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orderView } from "../order-view"
import { unknownOrder } from "../refusals"

/** An order and how its payment stands. Its id is the secret; nothing personal is in the answer. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const order = await orderView(req.scope, req.params.id ?? "")
  if (order === null) throw unknownOrder()
  res.setHeader("Cache-Control", "no-store")
  res.json(order)
}
