import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

/** Everything else a child process gets explicitly. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TERM",
  "LD_LIBRARY_PATH",
  "NODE_EXTRA_CA_CERTS",
]

/** The variables of our own environment that a child process needs in order to run at all. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The first of these programs on the PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
