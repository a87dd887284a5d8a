import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { BACKEND_DIR } from "../harness/settings"
import { databaseUrl } from "../harness/postgres"
import { copyTemplate, dropDatabase } from "../harness/template"

const DATABASE = "shop_own_upgrade_check"

let connection: Knex
beforeAll(async () => {
  await copyTemplate(inject("postgresUrl"), inject("template"), DATABASE)
  connection = knex({ client: "pg", connection: databaseUrl(inject("postgresUrl"), DATABASE) })
})
afterAll(async () => {
  await connection.destroy()
  await dropDatabase(inject("postgresUrl"), DATABASE)
})

/** As the operator runs it. */
function check(settings: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const script = path.join(BACKEND_DIR, "src/scripts/production/upgrade-check.ts")
  const env = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: databaseUrl(inject("postgresUrl"), DATABASE),
    SANDBOX: "true",
    JWT_SECRET: "j".repeat(40),
    COOKIE_SECRET: "c".repeat(40),
    SMTP_URL: "smtp://127.0.0.1:1025",
    BITCOIN_NETWORK: "regtest",
    BITCOIN_DESCRIPTOR: "a descriptor",
    BITCOIN_ESPLORA_URL: "http://127.0.0.1:3002",
    ...settings,
  }
  const tsx = createRequire(import.meta.url).resolve("tsx")
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--import", tsx, script],
      { env, cwd: "/" },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, output: out + err }),
    )
  })
}

it("says that nothing changes where the running shop is of this release", async () => {
  const { code, output } = await check()
  expect(code).toBe(0)
  expect(output).toMatch(
    /^DATABASE_URL of the environment\.\nSettings +all are valid\nMigrations +none\nTables +all \d+ statements fit\n$/,
  )
})

it("names the settings that this release refuses", async () => {
  const { code, output } = await check({ BITCOIN_QUOTE_MINUTES: "soon", JWT_SECRET: "short" })
  expect(code).toBe(1)
  expect(output).toMatch(/JWT_SECRET: needs at least 32 characters/)
  expect(output).toMatch(/BITCOIN_QUOTE_MINUTES: needs a number/)
})

it("names the migrations to come with the tables that they touch, and changes nothing", async () => {
  const newest = "Migration20261127052600"
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from mikro_orm_migrations where name = '${newest}'`,
  )
  expect(rowCount).toBe(1)
  await connection.raw("alter table bitcoin_refund_batch rename to another")
  const { code, output } = await check()
  expect(code).toBe(0)
  expect(output).toMatch(/Migrations +1, they only add, so the running release works beside them/)
  expect(output).toContain(`${newest}: creates bitcoin_refund_batch, creates bitcoin_refund_payout`)
  expect((await connection("mikro_orm_migrations").where({ name: newest })).length).toBe(0)
  await connection.raw("alter table another rename to bitcoin_refund_batch")
  await connection.raw(`insert into mikro_orm_migrations (name) values ('${newest}')`)
})

it("names what its own statements miss in Medusa's tables", async () => {
  await connection.raw(`alter table "order" rename column display_id to number`)
  const { code, output } = await check()
  expect(code).toBe(1)
  expect(output).toMatch(
    /Tables +\d+ of \d+ statements do not fit this version of Medusa:\n(?:.*\n)*.*display_id/,
  )
  await connection.raw(`alter table "order" rename column number to display_id`)
})
