import { addToCart } from "../../../workflows/cart/add-to-cart"
import { catalogueFor } from "../../catalogue-answer"
import { parse } from "../../../http/parse"
import { answerCart } from "./answer-cart"
import { IDEMPOTENCY_HEADER, addToCartSchema, cartSchema, idempotencyKeySchema } from "@shop/contracts"
import { defineRoute } from "../../../http/routes"

/**
 * `POST /api/cart`: puts a product into the cart, which is made if need be. Under an idempotency key it does so once,
 * however often it is asked.
 */
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
    const said = request.get(IDEMPOTENCY_HEADER)
    const key = said === undefined ? undefined : parse(idempotencyKeySchema, said)
    const { shop } = (await catalogueFor(request)).context
    await answerCart(request, response, 201, await addToCart(request.scope, shop, { ...add, key }))
  },
)
