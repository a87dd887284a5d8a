import pg from "pg"
import { Explained, messageOf } from "../process/explain.js"

/** What was done to a database already, kept in it: whichever database it is, the answer fits. */
export interface Ledger {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** Whether Medusa has any member of staff yet */
  hasStaff(): Promise<boolean>
  close(): Promise<void>
}

/** @throws Explained when the database does not answer */
export async function openLedger(databaseUrl: string): Promise<Ledger> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on("error", () => undefined) // the next query says so
  try {
    await client.connect()
  } catch (error) {
    throw new Explained("The database does not answer: check DATABASE_URL and that PostgreSQL runs.", [
      messageOf(error),
    ])
  }
  await client.query("create schema if not exists launcher")
  await client.query(
    "create table if not exists launcher.done (key text primary key, value text not null, at timestamptz not null default now())",
  )
  return {
    async get(key) {
      const { rows } = await client.query<{ value: string }>(
        "select value from launcher.done where key = $1",
        [key],
      )
      return rows[0]?.value
    },
    async set(key, value) {
      await client.query(
        "insert into launcher.done (key, value) values ($1, $2) on conflict (key) do update set value = $2, at = now()",
        [key, value],
      )
    },
    async hasStaff() {
      const { rows } = await client.query<{ there: boolean }>(
        `select to_regclass('public."user"') is not null as there`,
      )
      if (rows[0]?.there !== true) return false
      const { rowCount } = await client.query('select 1 from public."user" where deleted_at is null limit 1')
      return rowCount !== 0
    },
    close: () => client.end(),
  }
}
