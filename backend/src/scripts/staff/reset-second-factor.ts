import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { findIdentity, removeApps, removeRecoveryCodes } from "../../platform/medusa-tables/staff-accounts"
import { endSignIns } from "../../staff/sign-ins"
import { readArguments, runCommand, UserError } from "../bitcoin/command"
import { withShopDatabase } from "../bitcoin/shop-database"
import { readShopSettings } from "../bitcoin/shop-settings"

const USAGE = `npm run shop staff:reset-second-factor -- --email <address>
  Removes the authenticator app and the recovery codes of a member of staff who has lost them, and signs them out.
  They sign in with their password alone and set the second factor up again. Make sure who is asking.`

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
  const [identity] = await findIdentity(database, { email })
  if (identity === undefined) throw new UserError(`No member of staff signs in as ${email}.`)
  const removed = await database.transaction(async (transaction) => {
    const apps = await removeApps(transaction, { identity })
    await removeRecoveryCodes(transaction, { identity })
    return apps.length
  })
  await endSignIns(database, identity)
  return removed
}
