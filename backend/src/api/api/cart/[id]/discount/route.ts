import { cartIdSchema, cartSchema, discountCodeSchema } from "@shop/contracts"
import { parse, pathParameter } from "../../../../../platform/http/parse"
import { defineRoute } from "../../../../../platform/http/routes"
import { applyDiscountCode, removeDiscountCode } from "../../../../../workflows/cart/discount-code"
import { findSession } from "../../../../signed-in"
import { answerCart } from "../../answer-cart"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/cart/{id}/discount",
    summary: "Apply a discount code, instead of the one before",
    body: discountCodeSchema,
    answer: cartSchema,
    rejections: [404, 409],
    rateLimit: "discount-code",
  },
  async (request, response, readBody) => {
    const cartId = parse(cartIdSchema, pathParameter(request, "id"))
    const { code } = readBody()
    const customerId = (await findSession(request))?.customerId ?? null
    return answerCart(request, response, await applyDiscountCode(request.scope, cartId, code, customerId))
  },
)

export const DELETE = defineRoute(
  {
    method: "delete",
    path: "/api/cart/{id}/discount",
    summary: "Remove the discount code",
    answer: cartSchema,
    rejections: [404, 409],
  },
  async (request, response) => {
    const cartId = parse(cartIdSchema, pathParameter(request, "id"))
    return answerCart(request, response, await removeDiscountCode(request.scope, cartId))
  },
)
