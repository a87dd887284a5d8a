import type { TestProject } from "vitest/node"
import { startPostgresServer } from "./postgres"
import { startQuietChain } from "./quiet-chain"
import { ensureTemplate, type Template } from "./template"

declare module "vitest" {
  interface ProvidedContext {
    /** postgres://… of the Postgres server, for specs that need a database of their own. */
    postgresUrl: string
    /** The migrated and seeded database to copy, and its images. */
    template: Template
    /** http://127.0.0.1:port of a Bitcoin network on which nothing ever happened. */
    quietChainUrl: string
  }
}

interface TestEnvironment {
  postgresUrl: string
  template: Template
  quietChainUrl: string
  stop: () => Promise<void>
}

interface SharedEnvironment {
  environment: Promise<TestEnvironment>
  holders: number
}

declare global {
  var integrationTestEnvironment: SharedEnvironment | undefined
}

/**
 * What every spec stands on: one Postgres with the template on it, and a quiet chain. Two projects of one run ask for
 * it, each with its own copy of this module: it is kept where both look, and ends when the last of them lets go.
 */
export async function acquireTestEnvironment(project: TestProject): Promise<TestEnvironment> {
  const held = (globalThis.integrationTestEnvironment ??= {
    environment: createTestEnvironment(),
    holders: 0,
  })
  held.holders += 1
  const { postgresUrl, template, quietChainUrl, stop } = await held.environment
  project.provide("postgresUrl", postgresUrl)
  project.provide("template", template)
  project.provide("quietChainUrl", quietChainUrl)
  return {
    postgresUrl,
    template,
    quietChainUrl,
    stop: async () => {
      held.holders -= 1
      if (held.holders > 0) return
      globalThis.integrationTestEnvironment = undefined
      await stop()
    },
  }
}

async function createTestEnvironment(): Promise<TestEnvironment> {
  const postgres = await startPostgresServer()
  const template = await ensureTemplate(postgres.url)
  const chain = await startQuietChain()
  return {
    postgresUrl: postgres.url,
    template,
    quietChainUrl: chain.url,
    stop: async () => {
      await chain.stop()
      await postgres.stop()
    },
  }
}
