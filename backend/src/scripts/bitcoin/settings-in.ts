import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { parseEnv } from "node:util"
import { readSecretFiles } from "../../platform/config/secret-files"

/** Reads settings by name like the shop: from the environment, else from `.env` in this folder. */
export function settingsIn(folder: string): (name: string) => string | undefined {
  const file = path.join(folder, ".env")
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}
  const given = readSecretFiles({ ...fromFile, ...process.env })
  // An empty value counts as missing.
  return (name) => given[name] || fromFile[name] || undefined
}
