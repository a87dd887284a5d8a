import type { CookieOptions } from "express"
import type { MedusaRequest, MedusaResponse, MedusaRequestHandler } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../platform/config"
import { newSecret } from "../../modules/access"
import { isKnownDevice, noticeDevice } from "../devices"
import { beforeSuccess } from "../../platform/http/before-answer"
import { cookieOf } from "../../platform/http/parse"

const COOKIE = "staff_device"
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const deviceSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const bodySchema = z.object({ email: z.string() })
const known = new WeakMap<object, string>()

/** Recognises a browser from which the named account has signed in before, for the limit of failures. */
export const recogniseDevice: MedusaRequestHandler = async (request, _response, next) => {
  const sent = bodySchema.safeParse(request.body)
  const { data: device } = deviceSchema.safeParse(cookieOf(request, COOKIE))
  if (sent.success && device !== undefined) {
    if (await isKnownDevice(request.scope, { account: sent.data.email, device })) known.set(request, device)
  }
  next()
}

export function knownDeviceOf(request: object): string | undefined {
  return known.get(request)
}

/** After a correct password. Browsers keep a cookie for this; programs are known by name and network address. */
export const noticeNewDevice: MedusaRequestHandler = (request, response, next) => {
  const sent = bodySchema.safeParse(request.body)
  if (sent.success) {
    beforeSuccess(response, next, () =>
      noticeDevice(request.scope, {
        account: sent.data.email,
        device: deviceOf(request, response),
        ...originOf(request),
      }),
    )
  }
  next()
}

export function originOf(request: MedusaRequest): { agent: string; address: string } {
  return { agent: (request.get("user-agent") ?? "unknown").slice(0, 200), address: request.ip ?? "unknown" }
}

export function staffCookie(path: string, maxAge: number): CookieOptions {
  const secure = environment.BACKEND_PUBLIC_URL.startsWith("https://")
  return { httpOnly: true, secure, sameSite: "strict", path, maxAge }
}

function deviceOf(request: MedusaRequest, response: MedusaResponse): string {
  const { data: device } = deviceSchema.safeParse(cookieOf(request, COOKIE))
  if (device !== undefined) return device
  // Only browsers send this header, and keep cookies.
  if (request.get("sec-fetch-site") === undefined)
    return `${request.get("user-agent") ?? ""} ${request.ip ?? ""}`
  const secret = newSecret()
  response.cookie(COOKIE, secret, staffCookie("/auth", YEAR_MS))
  return secret
}
