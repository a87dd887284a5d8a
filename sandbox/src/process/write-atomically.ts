import { renameSync, writeFileSync } from "node:fs"

/** A reader, or a start after a crash, sees the old text or the new one, never a part. @param mode [0o666, less the umask] */
export function writeAtomically(file: string, content: string | Uint8Array, mode?: number): void {
  const partial = `${file}.${process.pid}.part`
  writeFileSync(partial, content, { mode })
  renameSync(partial, file)
}
