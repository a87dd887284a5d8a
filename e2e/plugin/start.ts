import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { z } from "zod"
import { TEST_DESCRIPTOR } from "../../backend/src/modules/bitcoin-payment/src/modules/bitcoin-payment/adapters/testing/test-descriptor"
import { makeBareApplication } from "../../backend/integration/harness/bare-application"
import type { Call } from "../../backend/integration/harness/bare-checkout"
import { runMedusa, startMedusa } from "../../backend/integration/harness/medusa"
import { askDatabase } from "../../backend/integration/harness/postgres"
import { startRegtest, type Regtest } from "../../backend/integration/harness/regtest"
import { STAFF, type Settings } from "../../backend/integration/harness/settings"
import { startPostgres } from "@shop/sandbox/postgres"

/** The plugin's example with the packed plugin and Medusa's admin, on an own database and regtest network. */
export interface TriedPlugin {
  readonly url: string
  readonly network: Regtest
  readonly call: Call
  ask(sql: string, values?: unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/** Packs, installs, builds (about two minutes) and starts it. */
export async function startPlugin(say: (what: string) => void): Promise<TriedPlugin> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "plugin-postgres-"))
  const postgres = await startPostgres({ dataDir, database: "store", isTemporary: true })
  say("Packing the plugin, and starting a Bitcoin network")
  const [application, network] = await Promise.all([makeBareApplication("plugin-try"), startRegtest()])
  const settings: Settings = {
    NODE_ENV: "development",
    DATABASE_URL: postgres.url,
    MEDUSA_DISABLE_TELEMETRY: "true",
    JWT_SECRET: "only-for-trying",
    COOKIE_SECRET: "only-for-trying",
    BITCOIN_DESCRIPTOR: TEST_DESCRIPTOR,
    BITCOIN_ESPLORA_URL: network.url,
  }
  say("Building backend and admin")
  await runMedusa(["build"], settings, "plugin-build", application.folder)
  say("Filling the database")
  await runMedusa(["db:migrate"], settings, "plugin-migrate", application.folder)
  await runMedusa(["exec", "./src/scripts/seed.ts"], settings, "plugin-seed", application.folder)
  await runMedusa(
    ["user", "-e", STAFF.email, "-p", STAFF.password],
    settings,
    "plugin-user",
    application.folder,
  )
  const ask = (sql: string, values?: unknown[]) => askDatabase(postgres.url, sql, values)
  const [key] = z
    .tuple([z.object({ token: z.string() })])
    .parse(await ask("select token from api_key where title = 'Web'"))
  say("Starting the application")
  const backend = await startMedusa(
    settings,
    "plugin-store",
    undefined,
    `${application.folder}/.medusa/server`,
  )
  return {
    url: backend.url,
    network,
    ask,
    call: async (schema, route, body) => {
      const response = await fetch(`${backend.url}${route}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "content-type": "application/json", "x-publishable-api-key": key.token },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer: unknown = await response.json()
      if (!response.ok) throw new Error(`${route} answered ${response.status}: ${JSON.stringify(answer)}`)
      return schema.parse(answer)
    },
    stop: async () => {
      await backend.stop()
      await network.stop()
      await application.remove()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
