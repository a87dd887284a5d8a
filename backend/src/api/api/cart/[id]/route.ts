import {
  ORDER_HEADER,
  cartIdSchema,
  cartLineIdSchema,
  cartSchema,
  changeQuantitySchema,
} from "@shop/contracts"
import { parse, pathParameter } from "../../../../platform/http/parse"
import { defineRoute } from "../../../../platform/http/routes"
import { changeCartLine, removeCartLine } from "../../../../workflows/cart/change-cart-line"
import { catalogueFor } from "../../../catalogue-answer"
import { answerCart, cartOfCaller, linesOf, rememberCart } from "../answer-cart"
import { viewCart } from "../cart-view"

/** A header names the order that the cart became: the client may have missed the answer to its checkout. */
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
    const view = await viewCart(request, cartId)
    if (view.exists) rememberCart(response, cartId)
    if (view.orderId !== null) response.set(ORDER_HEADER, view.orderId)
    return linesOf(view, response)
  },
)

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
    return answerCart(request, response, await changeCartLine(request.scope, shop, change))
  },
)

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
    return answerCart(request, response, await removeCartLine(request.scope, remove))
  },
)
