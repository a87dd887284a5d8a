import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { environment } from "../config"
import { SESSION_DAYS } from "../modules/access"

const isHttps = environment.PUBLIC_URL.startsWith("https://")
/** `__Host-` lets no neighbouring subdomain set it; browsers take that name over https alone. */
export const SESSION_COOKIE = isHttps ? "__Host-shop_session" : "shop_session"

/** Out of reach of scripts, and not sent along with another site's writes. */
const attributes = { httpOnly: true, secure: isHttps, sameSite: "lax", path: "/" } as const
const DAY_MS = 24 * 60 * 60 * 1000

const cookiesSchema = z.record(z.string(), z.unknown())
const secretSchema = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/)

/** A secret that a cookie of ours brings; null when there is none, or nothing we could have set. */
export function secretIn(request: MedusaRequest, name: string): string | null {
  const cookies: unknown = request.cookies
  const parsed = cookiesSchema.safeParse(cookies)
  const secret = secretSchema.safeParse(parsed.success ? parsed.data[name] : undefined)
  return secret.success ? secret.data : null
}

/** Signs this browser in, until the session itself would end. */
export function setSessionCookie(response: MedusaResponse, secret: string): void {
  response.cookie(SESSION_COOKIE, secret, { ...attributes, maxAge: SESSION_DAYS * DAY_MS })
}

/** Signs this browser out; the session is the caller's to close. */
export function clearSessionCookie(response: MedusaResponse): void {
  response.clearCookie(SESSION_COOKIE, attributes)
}

/** The cookie that opens one order to a browser which came by a mail's link. */
export const ORDER_COOKIE = "shop_order"

/** It goes to this order's own calls alone, so that links to many orders do not pile up in every request. */
export function setOrderCookie(response: MedusaResponse, orderId: string, secret: string): void {
  response.cookie(ORDER_COOKIE, secret, {
    ...attributes,
    sameSite: "strict",
    path: `/api/orders/${encodeURIComponent(orderId)}`,
    maxAge: SESSION_DAYS * DAY_MS,
  })
}
