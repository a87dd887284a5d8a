import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { addToCartSchema, IDEMPOTENCY_HEADER, idempotencyKeySchema } from "@shop/contracts"
import { addToCart } from "../../../workflows/cart/add-to-cart"
import { catalogueFor } from "../../catalogue-answer"
import { parse } from "../../../http/parse"
import { answerCart } from "./answer-cart"

/**
 * `POST /api/cart`: puts a product into the cart, which is made if need be. Under an idempotency key it does so once,
 * however often it is asked.
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const add = parse(addToCartSchema, request.body)
  const said = request.get(IDEMPOTENCY_HEADER)
  const key = said === undefined ? undefined : parse(idempotencyKeySchema, said)
  const { shop } = (await catalogueFor(request)).context
  await answerCart(request, response, 201, await addToCart(request.scope, shop, { ...add, key }))
}
