import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CART_HEADER, cartIdSchema } from "@shop/contracts"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../../platform/config"
import { parse } from "../../../platform/http/parse"

const COOKIE = "cart"
const YEAR_MS = 365 * 24 * 3_600_000

/** Medusa's cookie middleware leaves cookies untyped. */
const cookiesSchema = z.object({ [COOKIE]: z.string().optional() }).catch({})

/**
 * The cart of a `PATCH` or `DELETE /api/cart/{line}` request: from the header, or from our cookie. Undefined without
 * both; then the line's unguessable id is the proof (docs/adr/0004).
 * @throws Problem 400 if the header is not a cart id. An invalid cookie is ignored.
 */
export function cartOfCaller(request: MedusaRequest): string | undefined {
  const header = request.get(CART_HEADER)
  if (header !== undefined) return parse(cartIdSchema, header)
  const cookie = cookiesSchema.parse(request.cookies)[COOKIE]
  return cookie !== undefined && cartIdSchema.safeParse(cookie).success ? cookie : undefined
}

/** Stores the cart id in a cookie, for requests without it in path or body. */
export function rememberCart(response: MedusaResponse, cartId: string): void {
  response.cookie(COOKIE, cartId, {
    httpOnly: true,
    sameSite: "lax",
    secure: environment.PUBLIC_URL.startsWith("https://"),
    path: "/api/cart",
    maxAge: YEAR_MS,
  })
}
