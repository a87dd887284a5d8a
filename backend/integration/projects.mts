import { fileURLToPath } from "node:url"
import type { TestProjectInlineConfiguration } from "vitest/config"

/** The condition "source" leads an import of @shop/contracts to its TypeScript, built or not. */
const source = { conditions: ["source", "node", "development|production"] }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Timeouts only end what hangs. A busy machine takes minutes for what an idle one does in twenty seconds. */
const LIMIT_MS = 600_000
const limits = { testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS, expect: { poll: { timeout: 20_000 } } }

/** Specs that share one server run sequentially, because they count its stock. */
export const sharedServer: TestProjectInlineConfiguration = {
  resolve: source,
  ssr: { resolve: source },
  test: {
    ...limits,
    name: "shared-server-integration",
    root: here("."),
    include: ["*.integration.spec.ts"],
    globalSetup: [here("./harness/shared-server-setup.ts")],
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
}

/** Specs of a backend module that need a real Postgres and no server. */
export const modules: TestProjectInlineConfiguration = {
  resolve: source,
  ssr: { resolve: source },
  test: {
    ...limits,
    name: "modules-integration",
    root: here("../src/modules"),
    include: ["**/*.integration.spec.ts"],
    globalSetup: [here("./harness/postgres-setup.ts")],
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
}

/** Specs with their own servers run three at a time on two cores: they mostly wait for a poll, a mail or a start. */
const withOwnServers = (name: string, folder: string): TestProjectInlineConfiguration => ({
  resolve: source,
  ssr: { resolve: source },
  test: {
    ...limits,
    name,
    root: here("."),
    include: [`${folder}/*.integration.spec.ts`],
    globalSetup: [here("./harness/test-environment-setup.ts")],
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
})

export const ownServer = withOwnServers("own-server-integration", "own-server")

/** Specs that start a shop many times, or build one. `npm run test:all` runs them too. */
export const slow = withOwnServers("slow", "slow")
