import { mkdirSync, realpathSync } from "node:fs"
import { resolve } from "node:path"
import pg from "pg"
import { findFreePort, isPortFree } from "../process/ports.js"
import { type Binaries, findBinaries } from "./binaries.js"
import {
  databaseUrl,
  ensureConnection,
  readServerDataFolder,
  withClient,
  writeConnection,
} from "./connection.js"
import { chooseDataDirectory, initialise, startServer, stopServer } from "./data-directory.js"

export interface PostgresOptions {
  /** Kept between starts; created if it does not exist */
  dataDir: string
  /** Created if it does not exist ["shop"] */
  database?: string
  /** Faster and not durable, for a test that removes `dataDir` afterwards [false] */
  isTemporary?: boolean
  /** Use these instead of the npm package */
  binaries?: Binaries
}

export interface Postgres {
  /** postgres://… of the database */
  url: string
  port: number
  /** It was already running: a killed launcher left it behind */
  isReused: boolean
  /** Resolves with a sentence when the server ends unexpectedly */
  died: Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL on 127.0.0.1 with its data in `dataDir`, or uses the one that already runs on this data.
 * @throws UserError when it cannot start, or when another major version made the data
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const directory = chooseDataDirectory(dataDir, options.binaries ?? findBinaries(), options.isTemporary)
  let connection = await ensureConnection(dataDir)
  await initialise(directory, connection.password)
  const running = await readServerDataFolder(connection)
  const isReused = running !== undefined && realpathSync(directory.data) === running
  if (!isReused) {
    if (!(await isPortFree(connection.port))) {
      connection = { ...connection, port: await findFreePort() }
      writeConnection(dataDir, connection)
    }
    await startServer(directory, connection.port)
  }
  const database = options.database ?? "shop"
  const adminUrl = databaseUrl(connection, "postgres")
  await ensureDatabase(adminUrl, database)
  let isStopping = false
  const monitor = await openMonitor(adminUrl)
  return {
    url: databaseUrl(connection, database),
    port: connection.port,
    isReused,
    died: new Promise((report) => {
      monitor.on("end", () => {
        if (!isStopping) report(`PostgreSQL ended unexpectedly. Its log is ${directory.logFile}`)
      })
    }),
    async stop() {
      isStopping = true
      await monitor.end()
      await stopServer(directory)
    },
  }
}

const ensureDatabase = (adminUrl: string, name: string): Promise<void> =>
  withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })

/** An idle connection whose end shows that the server has ended. */
async function openMonitor(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: "launcher" })
  client.on("error", () => undefined) // "end" follows
  await client.connect()
  return client
}
