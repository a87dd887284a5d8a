import cors from "cors"
import type { MedusaRequest, MedusaRequestHandler } from "@medusajs/framework/http"
import {
  CART_HEADER,
  DISCOUNT_HEADER,
  IDEMPOTENCY_HEADER,
  ORDER_HEADER,
  SEARCH_CORRECTION_HEADER,
} from "@shop/contracts"
import { environment } from "../config"
import { isWrite } from "./limits"
import { Problem } from "./problem"

/** Medusa always trusts one proxy; a forged X-Forwarded-For must not evade a rate limit. */
export const trustProxies: MedusaRequestHandler = (request, _response, next) => {
  request.app.set("trust proxy", environment.TRUSTED_PROXIES)
  next()
}

/** From another origin, only the shop's own pages may read responses of /api, with cookies. */
export const crossOrigin = cors({
  origin: [environment.PUBLIC_URL],
  credentials: true,
  methods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
  allowedHeaders: ["content-type", CART_HEADER, IDEMPOTENCY_HEADER],
  exposedHeaders: [
    "etag",
    "link",
    "x-total-count",
    SEARCH_CORRECTION_HEADER,
    "x-request-id",
    "retry-after",
    ORDER_HEADER,
    DISCOUNT_HEADER,
  ],
  maxAge: 600,
})

export const sameOrigin: MedusaRequestHandler = (request, _response, next) => {
  if (!isWrite(request.method)) return next()
  const isOurs = isFromOwnPages(request, environment.PUBLIC_URL)
  next(isOurs ? undefined : new Problem(403, "cross_site", "Please do this on the shop's own pages."))
}

export function isFromOwnPages(request: MedusaRequest, publicUrl: string): boolean {
  const forwarded = environment.TRUSTED_PROXIES > 0 ? request.get("x-forwarded-host") : undefined
  return isSameOrigin({
    origin: request.get("origin"),
    fetchSite: request.get("sec-fetch-site"),
    host: forwarded ?? request.get("host"),
    publicUrl,
  })
}

interface RequestOrigin {
  origin: string | undefined
  /** The `Sec-Fetch-Site` header, which a page cannot forge. */
  fetchSite: string | undefined
  host: string | undefined
  publicUrl: string
}

/** Our own pages, and programs: those send neither header and have no cookies. */
export function isSameOrigin({ origin, fetchSite, host, publicUrl }: RequestOrigin): boolean {
  if (fetchSite === "cross-site") return false
  if (origin !== undefined) return origin === publicUrl || (host !== undefined && hostOf(origin) === host)
  return fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none"
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
