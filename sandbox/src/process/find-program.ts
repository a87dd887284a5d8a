import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

/** The first of these programs that this machine has, by its PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
