import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { placeOrderSchema, type PlacedOrder, type PlaceOrder } from "@shop/contracts"
import { toPounds } from "../../../query/money"
import type { OrderSummary } from "../../../workflows/place-order/outcome"
import { placeOrder } from "../../../workflows/place-order/place-order"
import { parse } from "../../../http/parse"
import { findSession } from "../../signed-in"
import { orderView } from "./order-view"
import { problemOf } from "./rejections"

/** Places the order of a cart; the same cart again answers the order that it became. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const request = parse(placeOrderSchema, req.body)
  const session = await findSession(req)
  const placed = await placeOrder(req.scope, request, session?.customerId ?? null)
  if (!placed.ok) throw problemOf(placed)
  const { orderId, summary } = placed
  const answer = summary ? answerOf(orderId, request, summary) : await readAnswer(req.scope, orderId)
  res.status(placed.isNew ? 201 : 200).json(answer)
}

function answerOf(
  id: string,
  { paymentMethod }: PlaceOrder,
  { number, total, bitcoin }: OrderSummary,
): PlacedOrder {
  return {
    id,
    number,
    paymentMethod,
    status: "awaiting_payment",
    total: toPounds(total),
    bitcoinAddress: bitcoin?.address ?? null,
    bitcoin,
  }
}

async function readAnswer(container: MedusaContainer, orderId: string): Promise<PlacedOrder> {
  // Whoever holds the cart's id made the order: the part that is answered holds nothing personal.
  const order = await orderView(container, orderId, { customerId: null, hasKey: true })
  if (!order)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Order ${orderId} was placed and cannot be read.`,
    )
  const { id, number, paymentMethod, status, total, bitcoinAddress, bitcoin } = order
  return { id, number, paymentMethod, status, total, bitcoinAddress, bitcoin }
}
