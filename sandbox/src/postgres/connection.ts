import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { z } from "zod"
import { findFreePort } from "../process/ports.js"

const remembered = z.object({ port: z.number().int().min(1).max(65535), password: z.string().min(16) })
export type Remembered = z.infer<typeof remembered>

export const USER = "shop"

const fileIn = (dataDir: string) => join(dataDir, "connection.json")

/** Port and password of this data folder, if it was ever started. */
export function readConnection(dataDir: string): Remembered | undefined {
  const file = fileIn(dataDir)
  return existsSync(file) ? remembered.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined
}

/** Port and password of this data folder, made up at the first start. The file is for its owner only. */
export async function rememberedConnection(dataDir: string): Promise<Remembered> {
  const known = readConnection(dataDir)
  if (known !== undefined) return known
  const made = { port: await findFreePort(), password: randomBytes(24).toString("base64url") }
  writeConnection(dataDir, made)
  return made
}

export function writeConnection(dataDir: string, connection: Remembered): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(connection)}\n`, { mode: 0o600 })
}

export function databaseUrl({ port, password }: Remembered, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
}

/** Asks the server that listens there for its data folder; undefined if none answers to our password. */
export async function dataFolderOf(connection: Remembered): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl(connection, "postgres"),
    connectionTimeoutMillis: 3000,
  })
  client.on("error", () => undefined) // a server that goes away in between has simply not answered
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>("show data_directory")
    return rows[0]?.data_directory
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
