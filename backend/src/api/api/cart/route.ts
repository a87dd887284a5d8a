import { IDEMPOTENCY_HEADER, addToCartSchema, cartSchema, idempotencyKeySchema } from "@shop/contracts"
import { parse } from "../../../platform/http/parse"
import { defineRoute } from "../../../platform/http/routes"
import { addToCart } from "../../../workflows/cart/add-to-cart"
import { catalogueFor } from "../../catalogue-answer"
import { answerCart } from "./answer-cart"

/** Creates the cart if needed. Calls with the same idempotency key add the product once. */
export const POST = defineRoute(
  {
    method: "post",
    path: "/api/cart",
    summary: "Add to the cart",
    body: addToCartSchema,
    answer: cartSchema,
    status: 201,
    rejections: [404, 409],
    takesKey: true,
  },
  async (request, response, readBody) => {
    const add = readBody()
    const given = request.get(IDEMPOTENCY_HEADER)
    const key = given === undefined ? undefined : parse(idempotencyKeySchema, given)
    const { shop } = (await catalogueFor(request)).context
    return answerCart(request, response, await addToCart(request.scope, shop, { ...add, key }))
  },
)
