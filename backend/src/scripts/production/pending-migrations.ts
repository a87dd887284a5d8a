import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"

export interface PendingMigration {
  name: string
  /** What it does to tables, in words: `creates bitcoin_refund_batch`. */
  changes: string[]
  /** The running release may need what it removes or renames, or write what it refuses. */
  removes: boolean
}

const nameRow = z.object({ name: z.string() })

/** The migrations of this release that the database does not have, oldest first. */
export async function pendingMigrations(database: Knex): Promise<PendingMigration[]> {
  const { rows } = await database.raw<{ rows: unknown[] }>("select name from mikro_orm_migrations")
  const done = new Set(rows.map((row) => nameRow.parse(row).name))
  const found = foldersOfMigrations().flatMap((folder) => {
    const files = readdirSync(folder).filter((file) => /^Migration\w+\.(?:js|ts)$/.test(file))
    const names = files.map((file) => path.parse(file).name)
    // Medusa has modules that this shop does not use: the database has none of their migrations.
    const isUsed = !folder.includes("@medusajs") || names.some((name) => done.has(name))
    return isUsed ? files.map((file) => [path.parse(file).name, path.join(folder, file)] as const) : []
  })
  return [...new Map(found)]
    .filter(([name]) => !done.has(name))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, file]) => read(name, readFileSync(file, "utf8")))
}

function read(name: string, text: string): PendingMigration {
  const up = text.replace(/\basync down\b.*$/s, "")
  const changes = [
    ...up.matchAll(
      /\b(create table|alter table|drop table)(?: if (?:not )?exists)?(?: only)? "?(\w+(?:\$\{)?)/gi,
    ),
  ].map(([, what = "", table = ""]) => `${WORDS[what.toLowerCase()] ?? what} ${table.replace("${", "…")}`)
  const removes = !WORKS_BESIDE.test(up) && (REMOVING.test(up) || addsMandatoryColumn(up))
  return { name, changes: [...new Set(changes)], removes }
}

/** What a migration says of itself that renames, and leaves what the running release needs. */
const WORKS_BESIDE = /works beside the former release/i

const REMOVING =
  /\b(?:drop (?:table|column|constraint|view)|rename (?:column|to|constraint)|truncate|delete from)\b|\balter (?:column )?"?\w+"? (?:set not null|drop default|(?:set data )?type)\b/i

/** Rows that the running release inserts do not have it. */
const addsMandatoryColumn = (up: string) =>
  up
    .split(/\badd column\b/i)
    .slice(1)
    .map((rest) => rest.replace(/[;`].*$/s, ""))
    .some((column) => /\bnot null\b/i.test(column) && !/\bdefault\b/i.test(column))

const WORDS: Readonly<Record<string, string>> = {
  "create table": "creates",
  "alter table": "changes",
  "drop table": "removes",
}

/** Of our modules, our packages and Medusa's, as sources and as built. */
function foldersOfMigrations(): string[] {
  const hasRedis = Boolean(process.env.REDIS_URL || process.env.REDIS_URL_FILE)
  const unused = hasRedis ? "workflow-engine-inmemory" : "workflow-engine-redis"
  const medusa = path.dirname(path.dirname(require.resolve("@medusajs/medusa/package.json")))
  const modules = path.join(__dirname, "../../modules")
  return [
    ...foldersIn(modules),
    ...foldersIn(path.join(above("packages/medusa-payments"), "packages")),
    ...readdirSync(medusa)
      .filter((name) => name !== unused)
      .map((name) => path.join(medusa, name, "dist/migrations"))
      .filter(existsSync),
  ]
}

const SKIPPED = new Set(["node_modules", "examples", "testing"])

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .flatMap(({ name }) => {
      const inner = path.join(folder, name)
      return name === "migrations" ? [inner] : foldersIn(inner)
    })
}

/** The nearest folder above that contains `name`: beside `backend/` in the repository and in the image, above a build. */
function above(name: string, folder = __dirname): string {
  if (existsSync(path.join(folder, name)) || folder === path.dirname(folder)) return folder
  return above(name, path.dirname(folder))
}
