import { createHmac } from "node:crypto"
import { z } from "zod"
import { send } from "./call"
import { JWT_SECRET } from "./settings"

const tokenSchema = z.object({ token: z.string() })

/** Somebody without staff's rights, and what they send along to look as if they had them. */
export interface UnauthenticatedClient {
  who: string
  headers: Record<string, string>
}

/** What a client may know about the shop: none of it is a secret. */
export interface PublicIdentifiers {
  publishableKey: string
  /** A real member of staff's user id. */
  staffId: string
  /** The customer that one of them really is. */
  customerId: string
  /** The secret of that customer's session with the shop. */
  sessionSecret: string
}

/**
 * Everybody who may try: nobody, a customer with an account, one who made themselves a staff account that nobody
 * invited, and forgers of a staff member's token.
 */
export async function unauthenticatedClients(
  backendUrl: string,
  known: PublicIdentifiers,
): Promise<UnauthenticatedClient[]> {
  const registration = await send("/auth/user/emailpass/register", {
    method: "POST",
    body: { email: "uninvited@example.com", password: "a client's own password" },
    backendUrl,
  })
  const { token: uninvited } = tokenSchema.parse(await registration.json())
  const withKey = { "x-publishable-api-key": known.publishableKey }
  const claims = (actor_type: string, actor_id: string, app_metadata: object) => ({
    actor_id,
    actor_type,
    auth_identity_id: "authid_of_the_stranger",
    app_metadata,
    user_metadata: {},
  })
  const asCustomer = claims("customer", known.customerId, { customer_id: known.customerId })
  const asStaff = claims("user", known.staffId, { user_id: known.staffId })
  const customers = tokenOf(asCustomer, HS256, JWT_SECRET)
  const bearer = (who: string, token: string): UnauthenticatedClient => ({
    who,
    headers: { ...withKey, authorization: `Bearer ${token}` },
  })
  const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`
  return [
    { who: "nobody", headers: withKey },
    bearer("a customer", customers),
    {
      who: "a shopper who signed in",
      headers: { ...withKey, cookie: `shop_session=${known.sessionSecret}` },
    },
    bearer("somebody who registered as staff uninvited", uninvited),
    bearer("a forger who signs nothing", tokenOf(asStaff, { alg: "none", typ: "JWT" }, null)),
    bearer("a forger with a key of their own", tokenOf(asStaff, HS256, "a key of the forger's own")),
    bearer(
      "a customer who rewrote their token",
      tokenOf(asStaff, HS256, null) + (customers.split(".")[2] ?? ""),
    ),
    {
      who: "a forger of an API key",
      headers: { ...withKey, authorization: basic(`sk_${"ab".repeat(32)}`) },
    },
    {
      who: "one who takes the publishable key for a secret one",
      headers: { authorization: basic(known.publishableKey) },
    },
  ]
}

const HS256 = { alg: "HS256", typ: "JWT" }

/** @param key null: no signature, only the dot before it */
function tokenOf(claims: object, header: object, key: string | null): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const signed = `${part(header)}.${part(claims)}`
  if (key === null) return `${signed}.`
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`
}
