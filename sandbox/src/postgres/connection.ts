import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { z } from "zod"
import { findFreePort } from "../process/ports.js"

const connectionSchema = z.object({
  port: z.number().int().min(1).max(65535),
  password: z.string().min(16),
})
type Connection = z.infer<typeof connectionSchema>

export const USER = "shop"

const fileIn = (dataDir: string) => join(dataDir, "connection.json")

/** Port and password of this data folder; undefined before the first start. */
export function readConnection(dataDir: string): Connection | undefined {
  const file = fileIn(dataDir)
  return existsSync(file) ? connectionSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined
}

/** Port and password of this data folder, generated at the first start and readable by its owner only. */
export async function ensureConnection(dataDir: string): Promise<Connection> {
  const existing = readConnection(dataDir)
  if (existing !== undefined) return existing
  const created = { port: await findFreePort(), password: randomBytes(24).toString("base64url") }
  writeConnection(dataDir, created)
  return created
}

export function writeConnection(dataDir: string, connection: Connection): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(connection)}\n`, { mode: 0o600 })
}

export function databaseUrl({ port, password }: Connection, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
}

/** Runs queries on a connection that is closed afterwards. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on("error", () => undefined) // the query rejects
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The data folder of the server that listens there; undefined when none accepts our password. */
export async function readServerDataFolder(connection: Connection): Promise<string | undefined> {
  try {
    const { rows } = await withClient(databaseUrl(connection, "postgres"), (client) =>
      client.query<{ data_directory: string }>("show data_directory"),
    )
    return rows[0]?.data_directory
  } catch {
    return undefined
  }
}
