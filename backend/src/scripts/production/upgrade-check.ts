import { readdir } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { reasonOf } from "../../platform/config/reason"
import { parseEnvironment } from "../../platform/config/environment"
import { readSecretFiles } from "../../platform/config/secret-files"
import { parseStatement, STATEMENTS } from "../../platform/medusa-tables/statement"
import { EXIT_ACTION_NEEDED, readArguments, runCommand } from "../bitcoin/command"
import { withShopDatabase } from "../bitcoin/shop-database"
import { readShopSettings } from "../bitcoin/shop-settings"
import { pendingMigrations, type PendingMigration } from "./pending-migrations"

const USAGE = `npm run shop upgrade-check
  What this release changes in the running shop: settings that it refuses, migrations that it runs, and the tables of
  Medusa that it reads itself. Changes nothing. Exit code 0: upgrade; ${EXIT_ACTION_NEEDED}: read what it says first.`

void runCommand(USAGE, async () => {
  readArguments(USAGE, {})
  const settings = readShopSettings()
  const refused = process.env.DATABASE_URL_FILE || process.env.DATABASE_URL ? refusedSettings() : null
  const [migrations, misfits] = await withShopDatabase(settings, (database) =>
    database.transaction(
      async (transaction) => [await pendingMigrations(transaction), await misfitsIn(transaction)] as const,
      { readOnly: true },
    ),
  )
  const removing = migrations.filter(({ removes }) => removes)
  process.stdout.write(
    [
      settings.foundIn,
      ...settingsLines(refused),
      ...migrationLines(migrations, removing.length),
      ...misfitLines(misfits, migrations.length > 0),
      "",
    ].join("\n"),
  )
  return (refused ?? []).length + removing.length + misfits.length > 0 ? EXIT_ACTION_NEEDED : 0
})

/** One line each; the environment is that of the new containers. */
function refusedSettings(): string[] {
  try {
    parseEnvironment(readSecretFiles(process.env))
    return []
  } catch (error) {
    return reasonOf(error).split("\n").slice(1)
  }
}

function settingsLines(refused: string[] | null): string[] {
  if (refused === null) return ["Settings     npm run doctor checks them"]
  if (refused.length === 0) return ["Settings     all are valid"]
  return ["Settings     this release refuses:", ...refused]
}

function migrationLines(migrations: readonly PendingMigration[], removing: number): string[] {
  if (migrations.length === 0) return ["Migrations   none"]
  const lines = migrations.map(
    ({ name, changes, removes }) =>
      `  ${name}: ${changes.length === 0 ? "changes rows or indexes" : changes.join(", ")}${removes ? ": stop first" : ""}`,
  )
  const verdict =
    removing === 0
      ? "the running release works beside them"
      : `${removing} of them may take from the running release what it needs: stop it first`
  return [`Migrations   ${migrations.length}, ${verdict}`, ...lines]
}

function misfitLines(misfits: readonly string[], isChanging: boolean): string[] {
  if (misfits.length === 0) return [`Tables       all ${STATEMENTS.size} statements fit`]
  const when = isChanging
    ? "do not fit the tables of now; the migrations may add what they miss"
    : "do not fit this version of Medusa"
  return [
    `Tables       ${misfits.length} of ${STATEMENTS.size} statements ${when}:`,
    ...misfits.map((line) => `  ${line}`),
  ]
}

const MEDUSA_TABLES = path.join(__dirname, "../../platform/medusa-tables")

/** What Postgres says of our own statements on Medusa's tables that it cannot parse. */
async function misfitsIn(transaction: Knex.Transaction): Promise<string[]> {
  const files = (await readdir(MEDUSA_TABLES)).filter((file) => /(?<!\.d|\.spec)\.(?:js|ts)$/.test(file))
  // Each registers its statements.
  for (const file of files) await import(pathToFileURL(path.join(MEDUSA_TABLES, file)).href)
  const reasons = new Set<string>()
  for (const text of STATEMENTS) {
    const attempt = await transaction
      .transaction((savepoint) => parseStatement(savepoint, text))
      .catch(reasonOf)
    if (typeof attempt === "string") reasons.add(attempt.replace(/^.* - /s, ""))
  }
  return [...reasons]
}
