import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { cartIdSchema, cartLineIdSchema, changeQuantitySchema, ORDER_HEADER } from "@shop/contracts"
import { changeCartLine } from "../../../../workflows/cart/change-cart-line"
import { removeCartLine } from "../../../../workflows/cart/change-cart-line"
import { catalogueFor } from "../../../catalogue-answer"
import { parse } from "../../../../http/parse"
import { pathParameter } from "../../../../http/path-parameter"
import { answerCart } from "../answer-cart"
import { cartOfCaller, rememberCart } from "../cart-owner"
import { viewCart } from "../cart-view"

/**
 * `GET /api/cart/{cartId}`: what lies in it; an unknown cart is an empty one. One that has become an order is empty too,
 * and names the order: whoever never got the answer to their checkout finds it again.
 */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const cartId = parse(cartIdSchema, pathParameter(request, "id"))
  const { exists, orderId, items } = await viewCart(request.scope, cartId)
  if (exists) rememberCart(response, cartId)
  if (orderId !== null) response.set(ORDER_HEADER, orderId)
  response.set("cache-control", "no-store").json(items)
}

/** `PATCH /api/cart/{lineId}`: how many of a product lie in the cart. */
export async function PATCH(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const lineId = parse(cartLineIdSchema, pathParameter(request, "id"))
  const { quantity } = parse(changeQuantitySchema, request.body)
  const { shop } = (await catalogueFor(request)).context
  const change = { lineId, quantity, cartId: cartOfCaller(request) }
  await answerCart(request, response, 200, await changeCartLine(request.scope, shop, change))
}

/** `DELETE /api/cart/{lineId}`: takes the line out. */
export async function DELETE(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const lineId = parse(cartLineIdSchema, pathParameter(request, "id"))
  const remove = { lineId, cartId: cartOfCaller(request) }
  await answerCart(request, response, 200, await removeCartLine(request.scope, remove))
}
