import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import pg from "pg"
import { z } from "zod"
import { runToEnd, startNode } from "../process/child.js"
import { messageOf, UserError } from "../process/user-error.js"
import { binOf, hashOf, repository } from "./builds.js"
import type { Progress } from "../process/progress.js"
import { makePassword, type Secrets, writeSecrets } from "./secrets.js"
import { backendEnvironment, backendFolder, type Mode } from "./servers.js"
import type { Settings } from "./settings.js"

export interface Preparation {
  settings: Settings
  databaseUrl: string
  mode: Mode
  secrets: Secrets
  progress: Progress
}

/**
 * Migrates when the schema may have changed, and seeds a new shop. A migration without changes takes Medusa 16 s, so
 * completed steps are recorded in the database.
 * @returns the address of the first member of staff, who stays when the settings name another one later
 */
export async function prepareDatabase(preparation: Preparation): Promise<string> {
  const { settings, progress, secrets, mode } = preparation
  const completed = await openCompletedSteps(preparation.databaseUrl)
  try {
    const schema = schemaHash()
    if ((await completed.get("schema")) !== schema) {
      await progress.step("Preparing the database", () =>
        runMedusa(preparation, "migrate", ["db:migrate", "--execute-safe-links", "--execute-safe-search"]),
      )
      await completed.set("schema", schema)
    }
    if ((await completed.get("seed")) === undefined) {
      const password = secrets.adminPassword ?? makePassword()
      if ((await completed.firstStaff()) === undefined) {
        secrets.adminPassword = password
        writeSecrets(settings.SANDBOX_DATA, secrets)
      }
      const script = mode === "built" ? "./src/scripts/seed/seed.js" : "./src/scripts/seed/seed.ts"
      await progress.step("Stocking the shop", () =>
        runMedusa(preparation, "seed", ["exec", script], {
          ADMIN_EMAIL: settings.ADMIN_EMAIL,
          ADMIN_PASSWORD: password,
        }),
      )
      await completed.set("seed", "1")
    }
    return (await completed.firstStaff()) ?? settings.ADMIN_EMAIL
  } finally {
    await completed.close()
  }
}

/** Adds a member of staff, for a developer who has lost the first password. */
export async function addStaff(preparation: Preparation): Promise<{ email: string; password: string }> {
  const [name, host] = preparation.settings.ADMIN_EMAIL.split("@")
  const email = `${name}-${Date.now().toString(36)}@${host}`
  const password = makePassword()
  await preparation.progress.step("Adding a member of staff", () =>
    runMedusa(preparation, "staff", ["user", "--email", email, "--password", password]),
  )
  return { email, password }
}

function runMedusa(
  { settings, secrets, databaseUrl, mode }: Preparation,
  log: string,
  args: readonly string[],
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<void> {
  const nodeEnv = mode === "built" ? "production" : "development"
  return runToEnd(
    startNode({
      name: `medusa ${args[0] ?? ""}`,
      script: binOf("backend", "@medusajs/cli", "medusa"),
      args,
      cwd: backendFolder(mode),
      env: { ...backendEnvironment(settings, secrets, databaseUrl, nodeEnv), ...extraEnv },
      logFile: join(settings.SANDBOX_DATA, "logs", `${log}.log`),
    }),
  )
}

/** Covers what determines the tables: migrations and their scripts, links, the list of modules and Medusa's version. */
function schemaHash(): string {
  const medusa = createRequire(join(repository, "backend/package.json")).resolve(
    "@medusajs/medusa/package.json",
  )
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(medusa, "utf8")))
  return `${version} ${hashOf(join(repository, "backend"), ["src/modules", "src/migration-scripts", "src/links", "medusa-config.ts"])}`
}

/**
 * The completed steps, kept in the database itself, so that they are right for any database.
 * @throws UserError when the database does not answer
 */
async function openCompletedSteps(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on("error", () => undefined) // the next query rejects
  try {
    await client.connect()
  } catch (error) {
    throw new UserError("The database does not answer. Check DATABASE_URL and that PostgreSQL runs.", [
      messageOf(error),
    ])
  }
  await client.query("create schema if not exists launcher")
  await client.query(
    "create table if not exists launcher.done (key text primary key, value text not null, at timestamptz not null default now())",
  )
  return {
    async get(key: string): Promise<string | undefined> {
      const { rows } = await client.query<{ value: string }>(
        "select value from launcher.done where key = $1",
        [key],
      )
      return rows[0]?.value
    },
    async set(key: string, value: string): Promise<void> {
      await client.query(
        "insert into launcher.done (key, value) values ($1, $2) on conflict (key) do update set value = $2, at = now()",
        [key, value],
      )
    },
    async firstStaff(): Promise<string | undefined> {
      const { rows: tables } = await client.query<{ exists: boolean }>(
        `select to_regclass('public."user"') is not null as exists`,
      )
      if (tables[0]?.exists !== true) return undefined
      const { rows } = await client.query<{ email: string }>(
        'select email from public."user" where deleted_at is null order by created_at limit 1',
      )
      return rows[0]?.email
    },
    close: () => client.end(),
  }
}
