import { readdir } from "node:fs/promises"
import path from "node:path"
import { Client } from "@medusajs/framework/pg"
import { z } from "@medusajs/framework/zod"
import {
  bad,
  BITCOIN_REGIONS,
  bitcoinRegion,
  good,
  type BitcoinRegion,
  type Finding,
} from "./modules/bitcoin-payment"

const TIMEOUT_MS = 5000
/** PostgreSQL's code: nothing was migrated in this database. */
const NO_SUCH_TABLE = "42P01"
const MIGRATIONS = [
  path.join(__dirname, "modules/bitcoin-payment/migrations"),
  path.join(path.dirname(require.resolve("medusa-payments/modules/outbox")), "migrations"),
]

const lacks = (what: string) => bad(`The database lacks ${what}: run \`npx medusa db:migrate\`.`)

export interface DatabaseReport {
  readonly findings: Finding[]
  /** Those that offer Bitcoin: an order in one without a rate would be refused at its end. */
  readonly regions: BitcoinRegion[]
}

/** What the application's database says: the plugin's migrations, and where Bitcoin is offered. Reads only. */
export async function examineDatabase(databaseUrl: string | undefined): Promise<DatabaseReport> {
  if (databaseUrl === undefined) return { findings: [], regions: [] }
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS })
  try {
    await client.connect()
    const files = (await Promise.all(MIGRATIONS.map((folder) => readdir(folder))))
      .flat()
      .flatMap((file) => /^(Migration\d+)\.[jt]s$/.exec(file)?.[1] ?? [])
    const { rows: done } = await client.query("select name from mikro_orm_migrations where name = any($1)", [
      files,
    ])
    const { rows } = await client.query(BITCOIN_REGIONS)
    const missing = files.length - done.length
    return {
      findings: [
        missing === 0
          ? good("The database has the plugin's tables.")
          : lacks(`${String(missing)} of the plugin's migrations`),
      ],
      regions: z.array(bitcoinRegion).parse(rows),
    }
  } catch (error) {
    const isEmpty = error instanceof Error && "code" in error && error.code === NO_SUCH_TABLE
    const reason = error instanceof Error ? error.message : String(error)
    const finding = isEmpty ? lacks("Medusa's tables") : bad(`The database cannot be examined: ${reason}`)
    return { findings: [finding], regions: [] }
  } finally {
    await client.end().catch(() => undefined)
  }
}
