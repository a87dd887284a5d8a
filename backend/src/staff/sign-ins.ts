import { setTimeout as wait } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { STAFF_SESSION_HOURS } from "../platform/config/module-options"
import { keyOfActiveCreator, readSignIn } from "../platform/medusa-tables/staff-accounts"
import { querySql, type Database } from "../platform/sql/query"

/** What Medusa's token says, and the session that is opened with it. */
export const staffToken = z.object({
  auth_identity_id: z.string().min(1),
  /** Empty until an invitation is accepted, and while the second factor is missing. */
  actor_id: z.string(),
  /** Seconds since 1970. */
  iat: z.number(),
  mfa_challenge_completed_at: z.string().nullish(),
})
export type StaffToken = z.infer<typeof staffToken>

/** `second-factor`: signed in by password, but a second factor has been set up. */
export type SignInState = "active" | "ended" | "second-factor"

/**
 * Whether a token or session still counts: its member of staff exists, has not signed out or changed the password since,
 * and it is not too old. Read from the database for every call: it costs two lookups by key, and a change applies at once.
 */
export async function signInState(
  container: MedusaContainer,
  token: StaffToken,
): Promise<{ state: SignInState; hasSecondFactor: boolean; email: string | null }> {
  const [row] = await readSignIn(container, { identity: token.auth_identity_id })
  if (!row) return { state: "ended", hasSecondFactor: false, email: null }
  const about = { hasSecondFactor: row.has_second_factor, email: row.email }
  const isTooOld = token.iat * 1000 < Date.now() - STAFF_SESSION_HOURS * 3_600_000
  const isEnded = row.valid_from !== null && token.iat * 1000 < row.valid_from.getTime()
  const isOfAnother = token.actor_id !== "" && token.actor_id !== row.user_id
  if (isTooOld || isEnded || isOfAnother) return { state: "ended", ...about }
  const isMissingFactor = row.has_second_factor && token.actor_id !== "" && !token.mfa_challenge_completed_at
  return { state: isMissingFactor ? "second-factor" : "active", ...about }
}

export async function hasActiveCreator(container: MedusaContainer, keyId: string): Promise<boolean> {
  return (await keyOfActiveCreator(container, { key: keyId })).length > 0
}

const END = `
  insert into staff_sign_in (id, auth_identity_id, valid_from)
  values ('stsign_' || gen_random_uuid(), :identity, :validFrom)
      on conflict (auth_identity_id) where deleted_at is null
      do update set valid_from = greatest(staff_sign_in.valid_from, excluded.valid_from), updated_at = now()
  returning valid_from`

/** Until the end of the running second: tokens carry whole seconds, and a later sign-in must get a token that counts. */
export async function endSignIns(database: Database, authIdentityId: string): Promise<void> {
  const validFrom = new Date((Math.floor(Date.now() / 1000) + 1) * 1000)
  await querySql(database, z.object({ valid_from: z.coerce.date() }), END, {
    identity: authIdentityId,
    validFrom,
  })
  await wait(validFrom.getTime() - Date.now())
}
