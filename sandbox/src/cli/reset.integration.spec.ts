import { execa } from "execa"
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { repository } from "../launcher/builds.js"
import { startPostgres } from "../postgres/start.js"
import { withClient } from "../postgres/connection.js"
import { inheritedEnvironment } from "../process/environment.js"
import { startTimeOf } from "../process/identity.js"
import { temporaryFolder } from "../testing/temporary-folder.js"

const reset = (dataDir: string, input: string, settings: Record<string, string> = {}) =>
  execa(process.execPath, ["--conditions", "source", "--import", "tsx", "tooling/shop.ts", "reset"], {
    cwd: repository,
    input,
    reject: false,
    extendEnv: false,
    env: { ...inheritedEnvironment(), BRAND: "demo", SANDBOX_DATA: dataDir, ...settings },
  })

/** A database with one order. */
async function aShop(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir: join(dataDir, "postgres"), isTemporary: true })
  await withClient(postgres.url, (client) => client.query("create table kept as select 1 as number"))
  await postgres.stop()
  writeFileSync(join(dataDir, "secrets.json"), "{}")
}

async function tablesIn(dataDir: string): Promise<number> {
  const postgres = await startPostgres({ dataDir: join(dataDir, "postgres"), isTemporary: true })
  try {
    const { rowCount } = await withClient(postgres.url, (client) =>
      client.query("select from pg_tables where tablename = 'kept'"),
    )
    return rowCount ?? 0
  } finally {
    await postgres.stop()
  }
}

it("sets the shop's data aside, from where they can be used again, and leaves other brands alone", async () => {
  const folder = temporaryFolder()
  // The database's own account reaches it, so that its files are inside.
  chmodSync(folder, 0o755)
  await aShop(folder)
  await aShop(join(folder, "brands/acorn"))

  const refused = await reset(folder, "yes\n")
  expect([refused.exitCode, refused.stdout]).toEqual([0, expect.stringContaining("Nothing was changed.")])
  expect(readdirSync(folder).sort()).toEqual(["brands", "postgres", "secrets.json"])

  const done = await reset(folder, "demo\n")
  expect([done.exitCode, done.stdout]).toEqual([0, expect.stringContaining("begins with an empty shop")])
  expect(readdirSync(folder).sort()).toEqual(["before", "brands"])
  const [copy = ""] = readdirSync(join(folder, "before"))
  expect(await tablesIn(join(folder, "before", copy))).toBe(1)
  expect(await tablesIn(folder)).toBe(0)
  expect(await tablesIn(join(folder, "brands/acorn"))).toBe(1)
})

it("changes nothing while the shop runs, nor with a database of the operator's own", async () => {
  const folder = temporaryFolder()
  // The database's own account reaches it, so that its files are inside.
  chmodSync(folder, 0o755)
  await aShop(folder)
  const own = await reset(folder, "demo\n", { DATABASE_URL: "postgres://shop:shop@127.0.0.1:1/shop" })
  expect([own.exitCode, own.stderr]).toEqual([1, expect.stringContaining("a database of your own")])

  const launcher = { pid: process.pid, startedAt: startTimeOf(process.pid), children: [], isStopping: false }
  writeFileSync(join(folder, "launcher.json"), JSON.stringify(launcher))
  const running = await reset(folder, "demo\n")
  expect([running.exitCode, running.stderr]).toEqual([1, expect.stringContaining("The shop is running")])
  expect(readdirSync(folder).sort()).toEqual(["launcher.json", "postgres", "secrets.json"])
})

it("goes on where it was interrupted, and sets a damaged database aside as well", async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  await aShop(folder)
  rmSync(join(folder, "postgres/data/global"), { recursive: true })
  mkdirSync(join(folder, "before/unfinished"), { recursive: true })
  writeFileSync(join(folder, "before/unfinished/mail.json"), "[]")

  const done = await reset(folder, "demo\n")
  expect([done.exitCode, done.stdout]).toEqual([0, expect.stringContaining("begins with an empty shop")])
  expect(readdirSync(folder)).toEqual(["before"])
  const [copy = "", ...others] = readdirSync(join(folder, "before"))
  expect(others).toEqual([])
  expect(readdirSync(join(folder, "before", copy)).sort()).toEqual(["mail.json", "postgres", "secrets.json"])

  await aShop(folder)
  renameSync(join(folder, "before", copy), join(folder, "before/unfinished"))
  expect((await reset(folder, "demo\n")).exitCode).toBe(0)
  expect(readdirSync(join(folder, "before"))).toHaveLength(2)
  expect(readdirSync(folder)).toEqual(["before"])
})
