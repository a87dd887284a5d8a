import type { TestProject } from "vitest/node"
import { startPostgresServer } from "./postgres"
import { startQuietChain } from "./quiet-chain"
import { startQuietMailServer } from "./quiet-mail"
import { ensureTemplate, type Template } from "./template"

declare module "vitest" {
  interface ProvidedContext {
    /** postgres://… of the Postgres server, for specs with their own database. */
    postgresUrl: string
    /** The migrated and seeded database to copy, and its images. */
    template: Template
    /** http://127.0.0.1:port of an empty Bitcoin network. */
    quietChainUrl: string
    /** smtp://… of a server that takes every mail. */
    quietMailUrl: string
  }
}

interface TestEnvironment {
  postgresUrl: string
  template: Template
  quietChainUrl: string
  quietMailUrl: string
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
  const { stop, ...environment } = await held.environment
  project.provide("postgresUrl", environment.postgresUrl)
  project.provide("template", environment.template)
  project.provide("quietChainUrl", environment.quietChainUrl)
  project.provide("quietMailUrl", environment.quietMailUrl)
  return {
    ...environment,
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
  const [chain, mail] = await Promise.all([startQuietChain(), startQuietMailServer()])
  return {
    postgresUrl: postgres.url,
    template,
    quietChainUrl: chain.url,
    quietMailUrl: mail.url,
    stop: async () => {
      await Promise.all([chain.stop(), mail.stop()])
      await postgres.stop()
    },
  }
}
