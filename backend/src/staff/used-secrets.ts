import type { MedusaContainer } from "@medusajs/framework/types"
import { hashOf } from "../modules/access"
import { idRow, querySql } from "../platform/sql/query"

/**
 * As long as any of them could be used: a link to a new password. Medusa deletes links and recovery codes at their use; a code
 * of an authenticator app is valid for 90 seconds, whatever was done with it.
 */
const CLAIM = `
  insert into used_secret (id, secret_hash, expires_at)
  values ('usedsec_' || gen_random_uuid(), :hash, now() + interval '15 minutes')
      on conflict (secret_hash) where deleted_at is null
      do update set expires_at = excluded.expires_at where used_secret.expires_at <= now()
  returning id`

/**
 * Takes a code or link for one use. Of several calls at once, in any process, one gets it.
 * @returns false when it is taken
 */
export async function claimSecret(container: MedusaContainer, secret: string): Promise<boolean> {
  return (await querySql(container, idRow, CLAIM, { hash: hashOf(secret) })).length > 0
}

const RELEASE = `delete from used_secret where secret_hash = :hash returning id`

/** Gives it back when the use has failed. If the process dies before, it is free again when the claim expires. */
export async function releaseSecret(container: MedusaContainer, secret: string): Promise<void> {
  await querySql(container, idRow, RELEASE, { hash: hashOf(secret) })
}
