import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import path from "node:path"
import { inject } from "vitest"
import { z } from "@medusajs/framework/zod"
import type { TrackedOutput } from "../domain/observe"
import type { StoredInvoice } from "../domain/stored-invoice"
import { Migration20261122100000 } from "medusa-payments/modules/outbox/migrations/Migration20261122100000"
import { Migration20261127230000 } from "medusa-payments/modules/outbox/migrations/Migration20261127230000"
import { rows } from "medusa-payments/database"
import { queryInvoices, queryOutputs } from "../repository/rows"

declare module "vitest" {
  interface ProvidedContext {
    /** postgres://… of the Postgres server. */
    postgresUrl: string
  }
}

/** In the order in which they can be emptied. */
const TABLES = [
  "medusa_payments_outbox",
  "bitcoin_reinstatement",
  "bitcoin_case",
  "bitcoin_claim",
  "bitcoin_refund_coin",
  "bitcoin_refund_payout",
  "bitcoin_refund_batch",
  "bitcoin_refund",
  "bitcoin_audit_entry",
  "bitcoin_transition",
  "bitcoin_output",
  "bitcoin_own_coin",
  "bitcoin_spend",
  "bitcoin_rate",
  "bitcoin_lightning_invoice",
  "bitcoin_invoice",
  "bitcoin_own_address",
  "bitcoin_wallet",
  "bitcoin_lightning_node",
] as const

/**
 * The database's clock. `now()` of this schema is found before Postgres' own, also by the defaults of the module's
 * columns, so that the SQL lives in the time of the model chain.
 */
const CLOCK = `
  create schema model_clock;
  create unlogged table model_clock.clock (at timestamptz not null);
  insert into model_clock.clock values (to_timestamp(0));
  create function model_clock.now() returns timestamptz language sql stable as 'select at from model_clock.clock';`

export interface Transition {
  /** Of the invoice's address: invoice ids are random. */
  readonly index: number
  readonly invoiceId: string
  readonly from: string
  readonly to: string
  readonly cause: string
}

const transitionRow = z
  .object({
    address_index: z.number().int(),
    invoice_id: z.string(),
    from_state: z.string(),
    to_state: z.string(),
    cause: z.string(),
  })
  .transform((row): Transition => ({
    index: row.address_index,
    invoiceId: row.invoice_id,
    from: row.from_state,
    to: row.to_state,
    cause: row.cause,
  }))

/** A real Postgres database with the module's migrations, emptied before each run. */
export class ModelDatabase {
  private storedTime = 0

  private constructor(
    private readonly server: Knex,
    private readonly name: string,
    readonly pool: Knex,
  ) {}

  static async create(): Promise<ModelDatabase> {
    const serverUrl = inject("postgresUrl")
    const server = connect(serverUrl, 1)
    const name = `bitcoin_payment_${process.pid}_${Date.now()}`
    await server.raw(`create database "${name}"`)
    await server.raw(`alter database "${name}" set search_path = model_clock, public, pg_catalog`)
    await server.raw(`alter database "${name}" set synchronous_commit = off`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const pool = connect(url.href, 8, prepareStatements)
    await pool.raw(CLOCK)
    for (const statement of await migrationStatements()) await pool.raw(statement)
    // Or its rows could not be deleted between two runs.
    await pool.raw("alter table bitcoin_audit_entry disable trigger user")
    return new ModelDatabase(server, name, pool)
  }

  async destroy(): Promise<void> {
    await this.pool.destroy()
    await this.server.raw(`drop database "${this.name}" with (force)`)
    await this.server.destroy()
  }

  async clear(): Promise<void> {
    // Faster than `truncate` for a few rows.
    await this.pool.raw(TABLES.map((table) => `delete from ${table}`).join("; "))
  }

  /** Sets the clock of the database. */
  async setTime(now: number): Promise<void> {
    if (now === this.storedTime) return
    this.storedTime = now
    await this.pool.raw("update model_clock.clock set at = ?", [new Date(now)])
  }

  async invoices(): Promise<StoredInvoice[]> {
    return queryInvoices(this.pool, "select * from bitcoin_invoice order by address_index")
  }

  async outputs(): Promise<(TrackedOutput & { invoiceId: string })[]> {
    return queryOutputs(this.pool, "select * from bitcoin_output order by txid, vout")
  }

  async transitions(): Promise<Transition[]> {
    const found = await rows(
      this.pool,
      `select t.*, i.address_index from bitcoin_transition t join bitcoin_invoice i on i.id = t.invoice_id order by i.address_index, t.sequence`,
    )
    return found.map((row) => transitionRow.parse(row))
  }

  /** Everything that the module stored, except `columns` (by table). */
  async snapshot(except: Partial<Record<(typeof TABLES)[number], readonly string[] | "all">> = {}) {
    const contents: Record<string, unknown> = {}
    for (const table of TABLES) {
      const excluded = except[table] ?? []
      if (excluded === "all") continue
      const columns = excluded.map((column) => `- '${column}'`).join(" ")
      contents[table] = await rows(
        this.pool,
        `select to_jsonb(t) ${columns} as row from ${table} t order by 1`,
      )
    }
    return contents
  }
}

function connect(url: string, max: number, afterCreate?: (client: PgClient, done: () => void) => void): Knex {
  return knex({ client: "pg", connection: url, pool: { min: 0, max, ...(afterCreate && { afterCreate }) } })
}

/** What knex calls of a connection. */
interface PgClient {
  query(statement: { text: string; values: unknown[]; name?: string }, done: unknown): unknown
}

/** What cannot be prepared, and statements that contain times: each would be used once and stay in the server's memory. */
const NOT_PREPARED = /;|^(create|alter|begin|commit|rollback|savepoint|release)|timestamptz '/i

/** The histories repeat a few dozen statements: a connection has Postgres parse and plan each of them once. */
function prepareStatements(client: PgClient, done: () => void): void {
  const query = client.query.bind(client)
  client.query = (statement, whenDone) =>
    query(
      NOT_PREPARED.test(statement.text)
        ? statement
        : { ...statement, name: createHash("md5").update(statement.text).digest("hex") },
      whenDone,
    )
  done()
}

const exported = z.looseObject({}).transform((module) => Object.values(module))
const migrationClass = z.custom<typeof Migration>((value) => typeof value === "function")
const OWN_MIGRATIONS = path.join(__dirname, "../modules/bitcoin-payment/migrations")

/** The module's own tables, and the outbox in which it stores its effects. */
async function migrationStatements(): Promise<string[]> {
  const constructors: (typeof Migration)[] = []
  for (const name of readdirSync(OWN_MIGRATIONS).sort()) {
    const module: unknown = await import(path.join(OWN_MIGRATIONS, name))
    constructors.push(...z.array(migrationClass).parse(exported.parse(module)))
  }
  constructors.push(Migration20261122100000, Migration20261127230000)
  const statements: string[] = []
  for (const constructor of constructors) {
    const migration = z.instanceof(Migration).parse(Reflect.construct(constructor, []))
    await migration.up()
    statements.push(...migration.getQueries().map(String))
  }
  return statements
}
