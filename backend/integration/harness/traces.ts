import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import path from "node:path"
import { z } from "zod"
import { askDatabase } from "./postgres"

const tablesSchema = z.array(z.object({ name: z.string() }))

/** The tables that contain any of these words. */
export async function tracesOf(databaseUrl: string, words: string[]): Promise<string[]> {
  const tables = await askDatabase(
    databaseUrl,
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tablesSchema.parse(tables)) {
    const sql = `select 1 from "${name}" t where to_jsonb(t)::text ilike any($1) limit 1`
    const rows = await askDatabase(databaseUrl, sql, [words.map((word) => `%${word}%`)])
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** The files in these folders whose content has any of these words. A folder that does not exist has none. */
export async function filesWith(folders: readonly string[], words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders.filter((one) => existsSync(one)))
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      const text = entry.isFile() ? (await readFile(file, "latin1")).toLowerCase() : ""
      if (words.some((word) => text.includes(word.toLowerCase()))) found.push(file)
    }
  return found
}
