import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, renameSync } from "node:fs"
import { dirname } from "node:path"

/** Opens an empty log. The previous one is kept as `….1`. */
export function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file)) renameSync(file, `${file}.1`)
  return openSync(file, "a", 0o600)
}

/** The last lines of a log, at most 8 kB. Empty when the file does not exist. */
export function tailOf(file: string, lines = 15): string[] {
  if (!existsSync(file)) return []
  const handle = openSync(file, "r")
  try {
    const { size } = fstatSync(handle)
    const buffer = Buffer.alloc(Math.min(size, 8192))
    readSync(handle, buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString("utf8").trimEnd().split("\n").slice(-lines)
  } finally {
    closeSync(handle)
  }
}
