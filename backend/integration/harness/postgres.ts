import type { QueryResultRow } from "@medusajs/framework/pg"
import pg from "pg"
import path from "node:path"
import { CACHE_DIR } from "./settings"

/** A Postgres server for databases of tests. */
export interface PostgresServer {
  /** postgres://… of its maintenance database. */
  url: string
  stop(): Promise<void>
}

/**
 * The server in TEST_DATABASE_URL, or our own, which keeps its templates between runs.
 * @param folder the data folder in the cache; two simultaneous servers need two
 */
export async function startPostgresServer(folder = "postgres"): Promise<PostgresServer> {
  const given = process.env["TEST_DATABASE_URL"]
  if (given) return { url: given, stop: () => Promise.resolve() }
  const { startPostgres } = await import("../../../sandbox/src/postgres/start")
  const own = await startPostgres({
    dataDir: path.join(CACHE_DIR, folder),
    database: "tests",
    isTemporary: true,
  })
  return { url: own.url, stop: () => own.stop() }
}

/** Runs one query on a new connection. */
export async function askDatabase<Row extends QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // A query fails by itself when the server ends; without a listener a server that ends after the answer is an uncaught exception.
  client.on("error", () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Row>(sql, values)
    return rows
  } finally {
    await client.end()
  }
}

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs work under an advisory lock of the server. */
export async function underServerLock<Result>(
  serverUrl: string,
  key: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [key])
    return await work()
  } finally {
    await client.end()
  }
}
