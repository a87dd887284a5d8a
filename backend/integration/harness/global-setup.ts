import type { TestProject } from "vitest/node"
import { startMedusa } from "./medusa"
import { databaseUrl, startPostgresServer } from "./postgres"
import { startQuietChain } from "./quiet-chain"
import { baseSettings } from "./settings"
import { copyTemplate, dropDatabase, ensureTemplate } from "./template"

declare module "vitest" {
  interface ProvidedContext {
    /** http://127.0.0.1:port of the server all specs share. */
    backendUrl: string
    /** postgres://… of that server's database. */
    databaseUrl: string
    /** postgres://… of the Postgres server, for specs that need a database of their own. */
    postgresUrl: string
    /** The migrated and seeded database to copy, and its images. */
    template: { database: string; mediaDir: string }
    /** http://127.0.0.1:port of a Bitcoin network on which nothing ever happened. */
    quietChainUrl: string
  }
}

/** One Postgres, one fresh copy of the template, one backend for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgresServer()
  const template = await ensureTemplate(postgres.url)
  const copy = await copyTemplate(postgres.url, template, `shop_run_${String(process.pid)}`)
  const url = databaseUrl(postgres.url, copy.database)
  const chain = await startQuietChain()
  // Its specs pay nothing: it is enough that addresses can be asked about.
  const settings = { BITCOIN_ESPLORA_URL: chain.url, BITCOIN_POLL_SECONDS: "300" }
  const backend = await startMedusa({ ...baseSettings(url, copy.mediaDir), ...settings }, "shared-server")
  project.provide("backendUrl", backend.url)
  project.provide("databaseUrl", url)
  project.provide("postgresUrl", postgres.url)
  project.provide("template", template)
  project.provide("quietChainUrl", chain.url)
  return async () => {
    await backend.stop()
    await chain.stop()
    await dropDatabase(postgres.url, copy.database)
    await postgres.stop()
  }
}
