import { mkdirSync, realpathSync } from "node:fs"
import { join, resolve } from "node:path"
import pg from "pg"
import { findFreePort, isPortFree } from "../process/ports.js"
import { serverAccount } from "./account.js"
import { type Binaries, findBinaries } from "./binaries.js"
import { type Cluster, dataOf, ensureData, startCluster, stopCluster } from "./cluster.js"
import { databaseUrl, dataFolderOf, rememberedConnection, writeConnection } from "./connection.js"
import { choosePlace } from "./place.js"

export interface PostgresOptions {
  /** Kept between starts; made if missing */
  dataDir: string
  /** Made if missing ["shop"] */
  database?: string
  /** Give durability up for speed, for a test that removes `dataDir` afterwards [false] */
  forgetful?: boolean
  /** Another PostgreSQL than the one that npm brought */
  binaries?: Binaries
}

export interface Postgres {
  /** postgres://… of the database */
  url: string
  port: number
  /** It was running already, left behind by a launcher that was killed */
  reused: boolean
  /** Resolves with why when the server goes away without being asked */
  died: Promise<string>
  stop(): Promise<void>
}

/**
 * A real PostgreSQL on 127.0.0.1, its data in `dataDir`. One that runs on this data already is used as it is.
 * @throws Explained when it cannot start, or when another major version made the data
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir)
  const binaries = options.binaries ?? findBinaries()
  const account = serverAccount()
  mkdirSync(dataDir, { recursive: true })
  const place = choosePlace(dataDir, binaries, account, options.forgetful)
  const cluster: Cluster = {
    place,
    account,
    major: binaries.major,
    logFile: join(place.home, "postgres.log"),
    forgetful: options.forgetful ?? false,
  }
  let connection = await rememberedConnection(dataDir)
  await ensureData(cluster, connection.password)
  const running = await dataFolderOf(connection)
  const reused = running !== undefined && realpathSync(dataOf(cluster)) === running
  if (!reused) {
    if (!(await isPortFree(connection.port))) {
      connection = { ...connection, port: await findFreePort() }
      writeConnection(dataDir, connection)
    }
    await startCluster(cluster, connection.port)
  }
  const database = options.database ?? "shop"
  await ensureDatabase(databaseUrl(connection, "postgres"), database)
  let stopping = false
  const watch = await watchConnection(databaseUrl(connection, "postgres"))
  return {
    url: databaseUrl(connection, database),
    port: connection.port,
    reused,
    died: new Promise((tell) => {
      watch.on("end", () => {
        if (!stopping) tell(`PostgreSQL went away; its log is ${cluster.logFile}`)
      })
    }),
    async stop() {
      stopping = true
      await watch.end()
      await stopCluster(cluster)
    },
  }
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** A connection that does nothing but notice when the server is gone. */
async function watchConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: "launcher" })
  client.on("error", () => undefined) // "end" follows and says the same
  await client.connect()
  return client
}
