import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Client } from "@medusajs/framework/pg"

const SCRIPTS = path.join(__dirname, "../../migration-scripts")
const RETRY_MS = 1000

/** Before the first migration nothing is missing. */
const MISSING = `
  select name from unnest($1::text[]) name
   where to_regclass('"order"') is not null
     and not exists (select from pg_trigger where tgname = name and tgenabled <> 'D')`

/** A dump of single tables or a skipped script loses them. */
export function triggersOfScripts(): string[] {
  const files = readdirSync(SCRIPTS).filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
  const texts = files.map((name) => readFileSync(path.join(SCRIPTS, name), "utf8"))
  const created = /create (?:or replace )?(?:constraint )?trigger (\w+)/g
  return texts.flatMap((text) => [...text.matchAll(created)].flatMap(([, name]) => name ?? []))
}

/** Without them buyers hear of no cancellation or parcel, and lists and reserved stock can be wrong. Waits for the database. */
export async function findMissingTriggers(databaseUrl: string): Promise<string[]> {
  for (;;) {
    const client = new Client({ connectionString: databaseUrl, application_name: "shop-triggers" })
    // The query reports a broken connection, too.
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
