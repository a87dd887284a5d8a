import { createHmac } from "node:crypto"
import { z } from "zod"
import { send } from "./call"
import { JWT_SECRET } from "./settings"

const tokenSchema = z.object({ token: z.string() })

/** A client without staff's permissions, and the headers with which it pretends to have them. */
export interface UnauthenticatedClient {
  who: string
  headers: Record<string, string>
}

/** What a client may know about the shop: none of it is a secret. */
export interface PublicIdentifiers {
  publishableKey: string
  /** The user id of a member of staff. */
  staffId: string
  /** The id of an existing customer. */
  customerId: string
  /** The secret of that customer's session. */
  sessionSecret: string
  /** An invitation that has not been accepted. */
  invitation: { email: string; token: string }
}

/**
 * All kinds of clients without permission: anonymous, a customer, one who has not accepted an invitation, and forgers of
 * a staff member's token.
 */
export async function unauthenticatedClients(
  backendUrl: string,
  known: PublicIdentifiers,
): Promise<UnauthenticatedClient[]> {
  const { email, token } = known.invitation
  const registration = await send(`/auth/user/emailpass/register?token=${token}`, {
    method: "POST",
    body: { email, password: "a client's own words" },
    backendUrl,
  })
  const { token: invited } = tokenSchema.parse(await registration.json())
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
    { who: "anonymous", headers: withKey },
    bearer("a customer", customers),
    {
      who: "a signed-in shopper",
      headers: { ...withKey, cookie: `shop_session=${known.sessionSecret}` },
    },
    bearer("invited, but has not accepted", invited),
    bearer("a forged token without a signature", tokenOf(asStaff, { alg: "none", typ: "JWT" }, null)),
    bearer("a forged token with another key", tokenOf(asStaff, HS256, "a key of the forger's own")),
    bearer(
      "a customer with a modified token",
      tokenOf(asStaff, HS256, null) + (customers.split(".")[2] ?? ""),
    ),
    {
      who: "a forged API key",
      headers: { ...withKey, authorization: basic(`sk_${"ab".repeat(32)}`) },
    },
    {
      who: "the publishable key used as a secret key",
      headers: { authorization: basic(known.publishableKey) },
    },
  ]
}

export const HS256 = { alg: "HS256", typ: "JWT" }

/** A JSON web token. @param key null: an empty signature */
export function tokenOf(claims: object, header: object, key: string | null): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const signed = `${part(header)}.${part(claims)}`
  if (key === null) return `${signed}.`
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`
}
