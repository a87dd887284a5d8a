import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { placeOrderSchema, type PlacedOrder } from "@shop/contracts"
import { placeOrder } from "../../../workflows/place-order/place-order"
import { parse } from "../../parse"
import { orderView } from "./order-view"
import { problemOf } from "./refusals"

/** Places the order of a cart; the same cart again answers the order that it became. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const placed = await placeOrder(req.scope, parse(placeOrderSchema, req.body))
  if (!placed.ok) throw problemOf(placed)
  const order = await orderView(req.scope, placed.orderId)
  if (order === null)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Order ${placed.orderId} was placed and cannot be read.`,
    )
  const { createdAt: _at, subtotal: _sum, shippingCost: _cost, items: _items, ...answer } = order
  res.status(placed.isNew ? 201 : 200).json(answer satisfies PlacedOrder)
}
