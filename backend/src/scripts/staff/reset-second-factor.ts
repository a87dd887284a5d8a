import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { querySql } from "../../platform/sql/query"
import { endSignIns } from "../../staff/sign-ins"
import { readArguments, runCommand, UserError } from "../bitcoin/command"
import { withShopDatabase } from "../bitcoin/shop-database"
import { readShopSettings } from "../bitcoin/shop-settings"

const USAGE = `npm run shop staff:reset-second-factor -- --email <address>
  Removes the authenticator app and the recovery codes of a member of staff who has lost them, and signs them out.
  They sign in with their password alone and set the second factor up again. Make sure who is asking.`

const IDENTITY = `
  select p.auth_identity_id as id from provider_identity p
   where p.provider = 'emailpass' and p.entity_id = :email and p.deleted_at is null`

const idRow = z.object({ id: z.string() })

const REMOVE_APP = `
  update auth_mfa_factor set status = 'disabled', updated_at = now()
   where auth_identity_id = :identity and status <> 'disabled' and deleted_at is null
  returning id`
const REMOVE_CODES = `delete from auth_mfa_recovery_code where auth_identity_id = :identity returning id`

void runCommand(USAGE, async () => {
  const { email } = readArguments(USAGE, { email: { type: "string" } })
  if (email === undefined) throw new UserError(USAGE)
  const settings = readShopSettings()
  const removed = await withShopDatabase(settings, (database) => reset(database, email))
  process.stdout.write(
    `${settings.foundIn}\n${
      removed === 0
        ? `${email} had no second factor. All their sign-ins have ended.`
        : `The second factor of ${email} is removed, and all their sign-ins have ended.`
    }\n`,
  )
  return 0
})

async function reset(database: Knex, email: string): Promise<number> {
  const [identity] = await querySql(database, idRow, IDENTITY, { email })
  if (!identity) throw new UserError(`No member of staff signs in as ${email}.`)
  const removed = await database.transaction(async (transaction) => {
    const apps = await querySql(transaction, idRow, REMOVE_APP, { identity: identity.id })
    await querySql(transaction, idRow, REMOVE_CODES, { identity: identity.id })
    return apps.length
  })
  await endSignIns(database, identity.id)
  return removed
}
