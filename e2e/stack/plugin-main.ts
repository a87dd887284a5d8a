import { announce } from "@shop/sandbox/child"
import { startPostgres } from "@shop/sandbox/postgres"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { z } from "zod"
import { makeBareApplication } from "../../backend/integration/harness/bare-application"
import { runMedusa, startMedusa } from "../../backend/integration/harness/medusa"
import { askDatabase } from "../../backend/integration/harness/postgres"
import { startRegtestWithLightning } from "../../backend/integration/harness/regtest"
import { STAFF, type Settings } from "../../backend/integration/harness/settings"
import { TEST_DESCRIPTOR } from "../../backend/src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import type { PluginStack } from "./plugin-stack"

/**
 * Packs the plugin, builds its example with Medusa's admin as for production, and starts it with its own database, Bitcoin network
 * and Lightning node. A separate process: Playwright cannot load the backend's tests. Medusa's bundler finds the plugin's CSS
 * classes in this repository's own build of it (`npm run build:libraries`), which must not be older.
 */
const stops: (() => Promise<void>)[] = []
const stopAll = async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
}
try {
  const stack = await start()
  announce(stack.backendUrl, stopAll, stack)
} catch (error) {
  await stopAll()
  throw error
}

async function start(): Promise<PluginStack> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "plugin-postgres-"))
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = await startPostgres({ dataDir, database: "store", isTemporary: true })
  stops.push(() => postgres.stop())
  const network = await startRegtestWithLightning()
  stops.push(() => network.stop())
  const application = await makeBareApplication()
  stops.push(() => application.remove())
  const lightning = network.lightning.apiOf("lnd")
  const settings: Settings = {
    // In development Medusa serves the admin from its sources.
    NODE_ENV: "production",
    DATABASE_URL: postgres.url,
    MEDUSA_DISABLE_TELEMETRY: "true",
    JWT_SECRET: "only-for-tests",
    COOKIE_SECRET: "only-for-tests",
    BITCOIN_DESCRIPTOR: TEST_DESCRIPTOR,
    BITCOIN_ESPLORA_URL: network.url,
    LIGHTNING_URL: lightning.url,
    LIGHTNING_CREDENTIAL: lightning.credential,
    // Any page of this computer is a storefront.
    STORE_CORS: "/^http:\\/\\/127\\.0\\.0\\.1:\\d+$/",
  }
  const medusa = (name: string, ...args: string[]) =>
    runMedusa(args, settings, `plugin-${name}`, application.folder)
  await medusa("build", "build")
  await medusa("migrate", "db:migrate")
  await medusa("seed", "exec", "./src/scripts/seed.ts")
  await medusa("user", "user", "-e", STAFF.email, "-p", STAFF.password)
  const [key] = z
    .tuple([z.object({ token: z.string() })])
    .parse(await askDatabase(postgres.url, "select token from api_key where title = 'Web'"))
  const backend = await startMedusa(
    settings,
    "plugin-store",
    undefined,
    path.join(application.folder, ".medusa/server"),
  )
  stops.push(() => backend.stop())
  return {
    backendUrl: backend.url,
    folder: application.folder,
    databaseUrl: postgres.url,
    bitcoinUrl: network.url,
    bitcoinPid: network.pid,
    key: key.token,
    admin: STAFF,
  }
}
