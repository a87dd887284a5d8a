import type { TestProject } from "vitest/node"
import { startPostgresServer } from "./postgres"
import { startQuietChain } from "./quiet-chain"
import { ensureTemplate, type Template } from "./template"

declare module "vitest" {
  interface ProvidedContext {
    /** postgres://… of the Postgres server, for specs with their own database. */
    postgresUrl: string
    /** The migrated and seeded database to copy, and its images. */
    template: Template
    /** http://127.0.0.1:port of an empty Bitcoin network. */
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
 * Starts what all specs share: a Postgres with the template and an empty Bitcoin network. Several projects of one run
 * load their own copy of this module, so the environment is kept globally. It stops when the last project releases it.
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
