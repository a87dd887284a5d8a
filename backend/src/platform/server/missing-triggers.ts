import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Client } from "@medusajs/framework/pg"

const SCRIPTS = path.join(__dirname, "../../migration-scripts")
const RETRY_MS = 1000

/** Before the first migration there is no order, and nothing is missing. */
const MISSING = `
  select name from unnest($1::text[]) name
   where to_regclass('"order"') is not null
     and not exists (select from pg_trigger where tgname = name and tgenabled <> 'D')`

interface Trigger {
  readonly name: string
  /** The file of `migration-scripts` that creates it, and creates it again. */
  readonly script: string
}

/** The triggers that the migration scripts create. A dump of single tables or a skipped script loses them. */
export function triggersOfScripts(): Trigger[] {
  const scripts = readdirSync(SCRIPTS).filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
  const created = /create (?:or replace )?(?:constraint )?trigger (\w+)/g
  return scripts.flatMap((script) =>
    [...readFileSync(path.join(SCRIPTS, script), "utf8").matchAll(created)].map(([, name = ""]) => ({
      name,
      script,
    })),
  )
}

/** Says which command restores which of them. */
export function missingTriggersSentence(missing: readonly Trigger[]): string {
  const scripts = [...new Set(missing.map(({ script }) => script))]
  const lines = scripts.map((script) => {
    const names = missing.filter((trigger) => trigger.script === script).map(({ name }) => name)
    return `  npx medusa exec ./src/migration-scripts/${script} restores: ${names.join(", ")}`
  })
  return [
    "The database lacks triggers that keep orders, stock, messages and addresses correct:",
    ...lines,
  ].join("\n")
}

/** Without them buyers hear of no cancellation or parcel, and lists and reserved stock can be wrong. Waits for the database. */
export async function findMissingTriggers(databaseUrl: string): Promise<Trigger[]> {
  for (;;) {
    const client = new Client({ connectionString: databaseUrl, application_name: "shop-triggers" })
    // A connection that breaks is also reported by the query.
    client.on("error", () => undefined)
    try {
      await client.connect()
      const all = triggersOfScripts()
      const { rows } = await client.query<{ name: string }>(MISSING, [all.map(({ name }) => name)])
      return all.filter((trigger) => rows.some(({ name }) => name === trigger.name))
    } catch (error) {
      process.stderr.write(`The database's triggers are not checked yet: ${String(error)}\n`)
      await pause(RETRY_MS, undefined, { ref: false })
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
