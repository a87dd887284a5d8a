import { execFileSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import type { Binaries } from "./binaries.js"

/** What backups need, and what the server that npm brings comes without. */
const TOOLS = ["initdb", "pg_ctl", "postgres", "pg_dump", "pg_restore", "psql", "createdb", "dropdb"]
const DEBIAN = "/usr/lib/postgresql"

/** A whole PostgreSQL of this machine, the newest; undefined where there is none. */
export function findSystemBinaries(): Binaries | undefined {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...debian.map((major) => join(DEBIAN, major, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ]
  const bin = folders.find((folder) => TOOLS.every((tool) => existsSync(join(folder, tool))))
  if (bin === undefined) return undefined
  const said = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" })
  const version = /(\d+)(\.\d+)*/.exec(said)?.[0] ?? ""
  return { native: dirname(bin), version, major: version.split(".")[0] ?? "" }
}
