import { Client, type QueryResultRow } from "@medusajs/framework/pg"
import path from "node:path"
import { CACHE_DIR } from "./settings"

/** A Postgres server whose databases these tests may make and drop. */
export interface PostgresServer {
  /** postgres://… of its maintenance database. */
  url: string
  stop(): Promise<void>
}

/**
 * The server that TEST_DATABASE_URL names, or one of our own, whose data is kept because of the templates.
 * @param folder of its data in the cache; two servers at a time need two
 */
export async function startPostgresServer(folder = "postgres"): Promise<PostgresServer> {
  const given = process.env["TEST_DATABASE_URL"]
  if (given) return { url: given, stop: () => Promise.resolve() }
  const { startPostgres } = await import("../../../sandbox/src/postgres/start")
  const own = await startPostgres({
    dataDir: path.join(CACHE_DIR, folder),
    database: "tests",
    forgetful: true,
  })
  return { url: own.url, stop: () => own.stop() }
}

/** Asks a database one thing, on a connection of its own. */
export async function askDatabase<Row extends QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(sql, values)
    return rows
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs something while nobody else on this server runs something under the same key. */
export async function underServerLock<Result>(
  serverUrl: string,
  key: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [key])
    return await work()
  } finally {
    await client.end()
  }
}
