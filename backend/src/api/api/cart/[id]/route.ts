import { changeCartLine } from "../../../../workflows/cart/change-cart-line"
import { removeCartLine } from "../../../../workflows/cart/change-cart-line"
import { catalogueFor } from "../../../catalogue-answer"
import { parse } from "../../../../http/parse"
import { pathParameter } from "../../../../http/parse"
import { answerCart } from "../answer-cart"
import { cartOfCaller, rememberCart } from "../cart-owner"
import { viewCart } from "../cart-view"
import {
  ORDER_HEADER,
  cartIdSchema,
  cartLineIdSchema,
  cartSchema,
  changeQuantitySchema,
} from "@shop/contracts"
import { defineRoute } from "../../../../http/routes"

/**
 * `GET /api/cart/{cartId}`: what lies in it; an unknown cart is an empty one. One that has become an order is empty too,
 * and names the order: whoever never got the answer to their checkout finds it again.
 */
export const GET = defineRoute(
  {
    method: "get",
    path: "/api/cart/{id}",
    summary: "The lines of a cart; an unknown cart is empty",
    answer: cartSchema,
    rejections: [400],
  },
  async (request, response) => {
    const cartId = parse(cartIdSchema, pathParameter(request, "id"))
    const { exists, orderId, items } = await viewCart(request.scope, cartId)
    if (exists) rememberCart(response, cartId)
    if (orderId !== null) response.set(ORDER_HEADER, orderId)
    response.set("cache-control", "no-store").json(items)
  },
)

/** `PATCH /api/cart/{lineId}`: how many of a product lie in the cart. */
export const PATCH = defineRoute(
  {
    method: "patch",
    path: "/api/cart/{id}",
    summary: "Change the quantity of a line",
    body: changeQuantitySchema,
    answer: cartSchema,
    rejections: [404, 409],
    needsCart: true,
  },
  async (request, response, readBody) => {
    const lineId = parse(cartLineIdSchema, pathParameter(request, "id"))
    const { quantity } = readBody()
    const { shop } = (await catalogueFor(request)).context
    const change = { lineId, quantity, cartId: cartOfCaller(request) }
    await answerCart(request, response, 200, await changeCartLine(request.scope, shop, change))
  },
)

/** `DELETE /api/cart/{lineId}`: takes the line out. */
export const DELETE = defineRoute(
  {
    method: "delete",
    path: "/api/cart/{id}",
    summary: "Remove a line",
    answer: cartSchema,
    rejections: [404],
    needsCart: true,
  },
  async (request, response) => {
    const lineId = parse(cartLineIdSchema, pathParameter(request, "id"))
    const remove = { lineId, cartId: cartOfCaller(request) }
    await answerCart(request, response, 200, await removeCartLine(request.scope, remove))
  },
)
