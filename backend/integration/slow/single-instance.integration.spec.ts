import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { startMedusa, type Backend } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { baseSettings, type Settings } from "../harness/settings"
import { copyTemplate, dropDatabase } from "../harness/template"

let settings: Settings
let first: Backend
beforeAll(async () => {
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_own_one_process")
  settings = baseSettings(databaseUrl(inject("postgresUrl"), copy.database), copy.mediaDir)
  first = await startMedusa(settings, "one-process-first")
})
afterAll(async () => {
  await first.stop()
  await dropDatabase(inject("postgresUrl"), "shop_own_one_process")
})

/** The error of a further process before it exits; on a busy machine it may serve for a moment first. */
async function refusalOf(name: string, more: Settings = {}): Promise<string> {
  try {
    const started = await startMedusa({ ...settings, ...more }, name)
    const isServing = () =>
      fetch(`${started.url}/health`).then(
        () => true,
        () => false,
      )
    await expect.poll(isServing).toBe(false)
    return await readFile(started.logFile, "utf8")
  } catch (error) {
    return String(error)
  }
}

it("refuses a second process on the same database and says what to do", async () => {
  expect(await refusalOf("one-process-second")).toMatch(
    /Another backend process already serves this database\. .*set REDIS_URL/s,
  )
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
})

it("refuses a database that lost a trigger, and says how to restore them", async () => {
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_own_no_trigger")
  const url = databaseUrl(inject("postgresUrl"), copy.database)
  await askDatabase(url, "drop trigger enqueue_order_shipped on fulfillment")
  expect(await refusalOf("one-process-no-trigger", { DATABASE_URL: url })).toMatch(
    /medusa exec.*enqueue-order-notifications.*:\s+enqueue_order_shipped\s*$/m,
  )
  await dropDatabase(inject("postgresUrl"), copy.database)
})

it("acquires the database lock again after its connection was cut, and continues to serve", async () => {
  const claims = () =>
    askDatabase<{ pid: number }>(
      settings["DATABASE_URL"] ?? "",
      `select a.pid from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and a.application_name = 'shop-single-instance' and a.datname = current_database()`,
    )
  const [held] = await claims()
  expect(held).toBeDefined()
  await askDatabase(settings["DATABASE_URL"] ?? "", "select pg_terminate_backend($1)", [held?.pid])
  const isClaimedAnew = async () => {
    const [claim] = await claims()
    return claim !== undefined && claim.pid !== held?.pid
  }
  await expect.poll(isClaimedAnew).toBe(true)
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
  expect(await refusalOf("one-process-third")).toMatch(/Another backend process/)
})

it("starts again at once after the first process was killed", async () => {
  await first.kill()
  first = await startMedusa(settings, "one-process-again")
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
})

it("refuses to run as one of several processes without Redis and says what to do", async () => {
  expect(await refusalOf("one-process-half", { MEDUSA_WORKER_MODE: "server" })).toMatch(
    /one half of the shop.*set REDIS_URL/s,
  )
})
