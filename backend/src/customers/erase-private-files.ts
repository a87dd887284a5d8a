import { readdir, rm, stat } from "node:fs/promises"
import path from "node:path"
import { environment } from "../platform/config"

/** Exports of orders, customers and products that staff asked for. */
export const PRIVATE_FOLDER = path.resolve(`${environment.MEDIA_DIR}-private`)

/** Deletes the private files that are older than this. Staff who still need one make it again. */
export async function erasePrivateFiles(olderThanMs = 0): Promise<void> {
  const before = Date.now() - olderThanMs
  for (const entry of await entriesOf(PRIVATE_FOLDER)) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const modifiedAt = await stat(file).then(({ mtimeMs }) => mtimeMs, whenMissing)
    if (modifiedAt !== null && modifiedAt <= before) await rm(file, { force: true })
  }
}

/** A shop without an export has no folder. */
const entriesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(whenMissing)) ?? []

/** Another process may have deleted it. */
function whenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
  throw error
}
