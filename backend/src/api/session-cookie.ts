import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { environment } from "../platform/config"
import { cookieOf } from "../platform/http/parse"
import { SESSION_DAYS } from "../modules/access"

const isHttps = environment.PUBLIC_URL.startsWith("https://")
/** With `__Host-` no other subdomain can set the cookie. Browsers accept that name only over https. */
export const SESSION_COOKIE = isHttps ? "__Host-shop_session" : "shop_session"

/** Not readable by scripts, and not sent with writes of other sites. */
export const COOKIE_ATTRIBUTES = { httpOnly: true, secure: isHttps, sameSite: "lax", path: "/" } as const
const DAY_MS = 24 * 60 * 60 * 1000

const secretSchema = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/)

/** The secret in one of our cookies; null if it is missing or malformed. */
export function secretIn(request: MedusaRequest, name: string): string | null {
  return secretSchema.safeParse(cookieOf(request, name)).data ?? null
}

export function setSessionCookie(response: MedusaResponse, secret: string): void {
  response.cookie(SESSION_COOKIE, secret, { ...COOKIE_ATTRIBUTES, maxAge: SESSION_DAYS * DAY_MS })
}

/** Signs the browser out. The caller closes the session. */
export function clearSessionCookie(response: MedusaResponse): void {
  response.clearCookie(SESSION_COOKIE, COOKIE_ATTRIBUTES)
}

/** The cookie that gives a browser access to one order: a guest has placed the order in it, or opened the link in an e-mail. */
export const ORDER_COOKIE = "shop_order"

/** Sent only with requests for this order: cookies of many orders do not add up in every request. */
export function setOrderCookie(response: MedusaResponse, orderId: string, secret: string): void {
  response.cookie(ORDER_COOKIE, secret, {
    ...COOKIE_ATTRIBUTES,
    sameSite: "strict",
    path: `/api/orders/${encodeURIComponent(orderId)}`,
    maxAge: SESSION_DAYS * DAY_MS,
  })
}
