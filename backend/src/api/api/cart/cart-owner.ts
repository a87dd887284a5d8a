import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CART_HEADER, cartIdSchema } from "@shop/contracts"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../../config"
import { parse } from "../../../http/parse"

const COOKIE = "cart"
const YEAR_MS = 365 * 24 * 3_600_000

/** Express leaves the cookies to a middleware of Medusa's, whose type says nothing. */
const cookiesSchema = z.object({ [COOKIE]: z.string().optional() }).catch({})

/**
 * The cart a caller of `PATCH` or `DELETE /api/cart/{line}` speaks for: the header's, or else the cookie's that we set.
 * Undefined when they said neither; then the line's own unguessable id is the proof (docs/adr/0004).
 * @throws Problem 400 when the header is not a cart id. A spoilt cookie counts as none.
 */
export function cartOfCaller(request: MedusaRequest): string | undefined {
  const header = request.get(CART_HEADER)
  if (header !== undefined) return parse(cartIdSchema, header)
  const cookie = cookiesSchema.parse(request.cookies)[COOKIE]
  return cookie !== undefined && cartIdSchema.safeParse(cookie).success ? cookie : undefined
}

/** Lets the browser say which cart is its own where path and body do not. */
export function rememberCart(response: MedusaResponse, cartId: string): void {
  response.cookie(COOKIE, cartId, {
    httpOnly: true,
    sameSite: "lax",
    secure: environment.PUBLIC_URL.startsWith("https://"),
    path: "/api/cart",
    maxAge: YEAR_MS,
  })
}
