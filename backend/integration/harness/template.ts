import { createHash } from "node:crypto"
import { cp, readdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { runMedusa } from "./medusa"
import { askDatabase, databaseUrl, underServerLock } from "./postgres"
import { BACKEND_DIR, baseSettings, CACHE_DIR } from "./settings"

const PREFIX = "shop_template_"
/** The migrated but unseeded database of the same code, for the spec of the seed. */
const UNSEEDED_PREFIX = "shop_unseeded_"
const LOCK_KEY = 20_261_121

/** The sources that determine a migrated and seeded database. */
const SOURCES = [
  "package.json",
  "medusa-config.ts",
  "src/scripts/seed",
  "src/platform/sql",
  "src/links",
  "src/modules",
  "../packages/medusa-payments/src/modules",
  "src/migration-scripts",
  "integration/harness/settings.ts",
  "integration/harness/template.ts",
]

/** A migrated and seeded database. Every test run copies it in under a second. */
export interface Template {
  database: string
  mediaDir: string
}

/** The name of the template's migrated but unseeded database. */
export const unseededOf = ({ database }: Template) => database.replace(PREFIX, UNSEEDED_PREFIX)

/** Other checkouts and older code use their own templates. The oldest ones are dropped. */
const TEMPLATES_KEPT = 4

/** Finds or creates the template of the current code. */
export async function ensureTemplate(serverUrl: string): Promise<Template> {
  const hash = await hashSources()
  const database = `${PREFIX}${hash}`
  const mediaDir = path.join(CACHE_DIR, "media", hash)
  return underServerLock(serverUrl, LOCK_KEY, async () => {
    const existing = await templates(serverUrl)
    if (!existing.includes(database)) {
      for (const old of existing.slice(TEMPLATES_KEPT - 1)) await dropTemplate(serverUrl, old)
      await build(serverUrl, { database, mediaDir })
    }
    return { database, mediaDir }
  })
}

/** Copies the template's database and images. */
export async function copyTemplate(serverUrl: string, template: Template, name: string): Promise<Template> {
  await dropDatabase(serverUrl, name)
  await askDatabase(serverUrl, `create database "${name}" template "${template.database}"`)
  const mediaDir = path.join(CACHE_DIR, "runs", name, "media")
  await rm(mediaDir, { recursive: true, force: true })
  await cp(template.mediaDir, mediaDir, { recursive: true })
  return { database: name, mediaDir }
}

/** Drops a database and its connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await askDatabase(serverUrl, `drop database if exists "${name}" with (force)`)
}

/** Created under a temporary name, so that a template is always complete. */
async function build(serverUrl: string, template: Template): Promise<void> {
  const { database, mediaDir } = template
  const unfinished = `${database}_unfinished`
  const unseeded = unseededOf(template)
  await dropDatabase(serverUrl, unfinished)
  await dropDatabase(serverUrl, unseeded)
  await askDatabase(serverUrl, `create database "${unfinished}"`)
  const settings = baseSettings(databaseUrl(serverUrl, unfinished), mediaDir)
  await runMedusa(["db:migrate"], settings, "migrate")
  await askDatabase(serverUrl, `create database "${unseeded}" template "${unfinished}"`)
  await runMedusa(["exec", "./src/scripts/seed/seed.ts"], settings, "seed")
  await askDatabase(serverUrl, `alter database "${unfinished}" rename to "${database}"`)
}

async function dropTemplate(serverUrl: string, database: string): Promise<void> {
  await dropDatabase(serverUrl, database)
  await dropDatabase(serverUrl, database.replace(PREFIX, UNSEEDED_PREFIX))
  const hash = database.slice(PREFIX.length)
  await rm(path.join(CACHE_DIR, "media", hash), { recursive: true, force: true })
}

/** The newest first. */
async function templates(serverUrl: string): Promise<string[]> {
  const rows = await askDatabase<{ datname: string }>(
    serverUrl,
    "select datname from pg_database where datname like 'shop\\_template\\_%' order by oid desc",
  )
  return rows.map((row) => row.datname)
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256")
  for (const source of SOURCES) await addToHash(hash, path.join(BACKEND_DIR, source))
  return hash.digest("hex").slice(0, 16)
}

async function addToHash(hash: ReturnType<typeof createHash>, place: string): Promise<void> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined)
  if (!entries) {
    const content = await readFile(place).catch(() => undefined)
    if (content) hash.update(path.relative(BACKEND_DIR, place)).update(content)
    return
  }
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    await addToHash(hash, path.join(place, entry.name))
  }
}
