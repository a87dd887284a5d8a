import type { TestProject } from "vitest/node"
import { startMedusa } from "./medusa"
import { databaseUrl } from "./postgres"
import { baseSettings } from "./settings"
import { copyTemplate, dropDatabase } from "./template"
import { acquireTestEnvironment } from "./test-environment"

declare module "vitest" {
  interface ProvidedContext {
    /** http://127.0.0.1:port of the shared server. */
    backendUrl: string
    /** postgres://… of that server's database. */
    databaseUrl: string
    /** The log of that server. */
    logFile: string
  }
}

/** Creates one copy of the template and one backend for all specs of the project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const environment = await acquireTestEnvironment(project)
  const copy = await copyTemplate(
    environment.postgresUrl,
    environment.template,
    `shop_run_${String(process.pid)}`,
  )
  const url = databaseUrl(environment.postgresUrl, copy.database)
  // These specs make no payments.
  const settings = {
    BITCOIN_ESPLORA_URL: environment.quietChainUrl,
    BITCOIN_POLL_SECONDS: "300",
    SMTP_URL: environment.quietMailUrl,
    // Some specs leave orders to be repaired or ended after minutes, and others count the stock.
    UNPAID_ORDERS_CHECK_SECONDS: "3600",
  }
  const backend = await startMedusa({ ...baseSettings(url, copy.mediaDir), ...settings }, "shared-server")
  project.provide("backendUrl", backend.url)
  project.provide("databaseUrl", url)
  project.provide("logFile", backend.logFile)
  return async () => {
    await backend.stop()
    await dropDatabase(environment.postgresUrl, copy.database)
    await environment.stop()
  }
}
