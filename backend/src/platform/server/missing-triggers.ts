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

/** The triggers that the migration scripts create. A dump of single tables or a skipped script loses them. */
export function triggersOfScripts(): string[] {
  const files = readdirSync(SCRIPTS).filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
  const texts = files.map((name) => readFileSync(path.join(SCRIPTS, name), "utf8"))
  const created = /create (?:or replace )?(?:constraint )?trigger (\w+)/g
  return texts.flatMap((text) => [...text.matchAll(created)].flatMap(([, name]) => name ?? []))
}

/**
 * The triggers that this database lacks: without them no buyer hears of a cancelled order or a shipped parcel, staff's lists lose
 * orders, and a broken connection can make the reserved stock wrong. Waits for a database that does not answer yet.
 */
export async function findMissingTriggers(databaseUrl: string): Promise<string[]> {
  for (;;) {
    const client = new Client({ connectionString: databaseUrl, application_name: "shop-triggers" })
    // A connection that breaks is also reported by the query.
    client.on("error", () => undefined)
    try {
      await client.connect()
      return (await client.query<{ name: string }>(MISSING, [triggersOfScripts()])).rows.map(
        ({ name }) => name,
      )
    } catch (error) {
      process.stderr.write(`The database's triggers are not checked yet: ${String(error)}\n`)
      await pause(RETRY_MS, undefined, { ref: false })
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
