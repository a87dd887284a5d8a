import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import { expect, it } from "vitest"
import { BACKEND_DIR } from "../harness/settings"
import { useOwnDatabase } from "../harness/own-database"

const { url, connection } = useOwnDatabase("shop_own_upgrade_check")

/** As the operator runs it. */
function check(settings: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const script = path.join(BACKEND_DIR, "src/scripts/production/upgrade-check.ts")
  const env = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: url,
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

/** As a database that does not have these migrations yet. */
async function without(migrations: string[], work: () => Promise<void>): Promise<void> {
  const known = connection("mikro_orm_migrations").whereIn("name", migrations)
  const rows = (await known.clone()) as object[]
  expect(rows).toHaveLength(migrations.length)
  await known.clone().delete()
  try {
    await work()
    expect(await known.clone()).toEqual([])
  } finally {
    await connection("mikro_orm_migrations").insert(rows)
  }
}

it("names the migrations to come with the tables that they touch, and changes nothing", async () => {
  await connection.raw("alter table bitcoin_refund_batch rename to another")
  await without(["Migration20261127052600"], async () => {
    const { code, output } = await check()
    expect(code).toBe(0)
    expect(output).toMatch(/Migrations +1, the running release works beside them/)
    expect(output).toMatch(
      /Migration20261127052600: creates bitcoin_refund_batch, creates bitcoin_refund_payout.*(?<!stop first)$/m,
    )
  })
  await connection.raw("alter table another rename to bitcoin_refund_batch")
})

it("lets the running release work beside a migration that leaves it the former name", async () => {
  await without(["Migration20261127230000"], async () => {
    const { code, output } = await check()
    expect(code).toBe(0)
    expect(output).toMatch(/Migrations +1, the running release works beside them/)
    expect(output).toMatch(/Migration20261127230000: changes outbox_message$/m)
  })
})

it("asks to stop the running release for a migration that renames, replaces a constraint or needs a new column", async () => {
  await without(
    ["Migration20261126160700", "Migration20261124030000", "Migration20261127120500"],
    async () => {
      const { code, output } = await check()
      expect(code).toBe(1)
      expect(output).toMatch(
        /Migrations +3, 2 of them may take from the running release what it needs: stop it first/,
      )
      expect(output).toMatch(/Migration20261126160700: changes card_transition: stop first$/m)
      expect(output).toMatch(/Migration20261124030000: changes bitcoin_invoice.*: stop first$/m)
      expect(output).toMatch(/Migration20261127120500: changes bitcoin_…$/m)
    },
  )
})

it("names what its own statements miss in Medusa's tables", async () => {
  await connection.raw(`alter table "order" rename column display_id to number`)
  const { code, output } = await check()
  expect(code).toBe(1)
  expect(output).toMatch(
    /Tables +\d+ of \d+ statements do not fit this version of Medusa:\n(?:.*\n)*.*display_id/,
  )
  await without(["Migration20261127052600"], async () => {
    const { code, output } = await check()
    expect(code).toBe(1)
    expect(output).toMatch(/do not fit the tables of now; the migrations may add what they miss:\n/)
  })
  await connection.raw(`alter table "order" rename column number to display_id`)
})
