import type { TestProject } from "vitest/node"
import { startPostgresServer } from "./postgres"

/** For specs that need Postgres alone, without a backend. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer("modules")
  project.provide("postgresUrl", server.url)
  return () => server.stop()
}
