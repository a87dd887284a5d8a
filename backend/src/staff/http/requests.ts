import { scrypt } from "node:crypto"
import { promisify } from "node:util"
import type { MedusaRequest, MedusaRequestHandler } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../platform/config"
import { newPasswordProblem } from "../change-password"
import { isWrite } from "../../platform/http/limits"
import { isFromOwnPages } from "../../platform/http/origin"
import { isOtherThan, unstorableField } from "../../platform/http/parse"
import { NOTHING, StaffRejection } from "./access"

/** What the admin uses of Medusa's /auth. Shoppers sign in at /api/session alone. */
const OPEN_PATHS: Readonly<Record<string, readonly string[]>> = {
  "/user/emailpass": ["POST"],
  "/user/emailpass/register": ["POST"],
  "/user/emailpass/reset-password": ["POST"],
  "/user/emailpass/update": ["POST"],
  "/user/providers": ["GET"],
  "/session": ["POST", "DELETE"],
}

/** Closes open registration, renewing a token without signing in, and what we do not use. */
export const staffAuthPaths: MedusaRequestHandler = (request, _response, next) => {
  const isOpen =
    request.method === "OPTIONS" ||
    request.path.startsWith("/mfa/") ||
    OPEN_PATHS[request.path]?.includes(request.method) === true
  next(isOpen ? undefined : new StaffRejection(404, NOTHING))
}

/** From the admin's pages, as JSON or an upload: a form on another site can send neither that origin nor JSON. */
export const staffWrites: MedusaRequestHandler = (request, _response, next) => {
  if (!isWrite(request.method)) return next()
  if (!isFromOwnPages(request, environment.BACKEND_PUBLIC_URL))
    return next(new StaffRejection(403, "Please do this on the admin's own pages."))
  const isUpload = /^\/admin\/(uploads|products\/import)\b/.test(request.originalUrl)
  const types = isUpload ? ["application/json", "multipart/form-data"] : ["application/json"]
  if (isOtherThan(request, ...types)) return next(new StaffRejection(415, "Send the body as JSON."))
  next()
}

/** Medusa would answer 500 to text that Postgres cannot store. */
export const storableText: MedusaRequestHandler = (request, _response, next) => {
  const isStorable = !request.originalUrl.includes("%00") && unstorableField(request.body) === null
  next(isStorable ? undefined : new StaffRejection(400, "Please remove the characters that are not text."))
}

const credentials = z.object({ email: z.string().min(1), password: z.string().min(1) })
const derive = promisify<string, string, number, object, Buffer>(scrypt)

/**
 * Answers an address that has no account as slowly as a wrong password, which Medusa compares by scrypt with these costs:
 * the time must not tell who works here. Medusa itself writes both answers, so they are equal.
 */
export const hideUnknownAccounts: MedusaRequestHandler = async (request, _response, next) => {
  const sent = credentials.safeParse(request.body)
  if (sent.success) {
    const [account] = await request.scope
      .resolve(Modules.AUTH)
      .listProviderIdentities({ entity_id: sent.data.email, provider: "emailpass" }, { select: ["id"] })
    if (!account)
      await derive(sent.data.password, "of no account", 64, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 })
  }
  next()
}

const registration = z.object({ email: z.string(), password: z.unknown() })

/**
 * Needs the invitation's token: the admin's page sends it in its address (`Referer`), programs as `?token=`. All
 * others get one answer, which reveals no invited address.
 */
export const requireInvitation: MedusaRequestHandler = async (request, _response, next) => {
  const sent = registration.safeParse(request.body)
  const address = await invitedAddress(request)
  if (!sent.success || address === null || sent.data.email !== address)
    return next(new StaffRejection(401, "Please open the link of your invitation."))
  const problem = await newPasswordProblem(request.scope, sent.data.password, address)
  if (problem !== null) return next(new StaffRejection(422, problem))
  await removeUnfinishedRegistration(request, address)
  next()
}

/** The invitation is accepted under the address to which it was sent. */
export const keepInvitedAddress: MedusaRequestHandler = async (request, _response, next) => {
  const sent = z.object({ email: z.string().nullish() }).safeParse(request.body)
  const address = await invitedAddress(request)
  const isOther = !sent.success || (sent.data.email ?? address) !== address
  next(
    isOther || address === null
      ? new StaffRejection(401, "Please open the link of your invitation.")
      : undefined,
  )
}

async function invitedAddress(request: MedusaRequest): Promise<string | null> {
  const token = z.string().safeParse(request.query["token"] ?? tokenOfPage(request.get("referer")))
  if (!token.success) return null
  try {
    const { email, accepted } = await request.scope.resolve(Modules.USER).validateInviteToken(token.data)
    return accepted ? null : email
  } catch {
    // Forged, expired, replaced or accepted.
    return null
  }
}

function tokenOfPage(referer: string | undefined): string | null {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).searchParams.get("token") : null
}

/** A person who stopped between registering and accepting could otherwise not choose another password. */
async function removeUnfinishedRegistration(request: MedusaRequest, address: string): Promise<void> {
  const auth = request.scope.resolve(Modules.AUTH)
  const [left] = await auth.listAuthIdentities({
    provider_identities: { entity_id: address, provider: "emailpass" },
  })
  if (left && Object.values(left.app_metadata ?? {}).every((actor) => actor === null))
    await auth.deleteAuthIdentities([left.id])
}

/** A new password with the link from a mail. Medusa checks the link's token afterwards. */
export const requireGoodPassword: MedusaRequestHandler = async (request, _response, next) => {
  const sent = z.object({ password: z.unknown() }).safeParse(request.body)
  const problem = await newPasswordProblem(request.scope, sent.data?.password, "")
  next(problem === null ? undefined : new StaffRejection(422, problem))
}
