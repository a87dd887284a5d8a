import { fileURLToPath } from "node:url"
import type { TestProjectInlineConfiguration } from "vitest/config"

/** The condition "source" leads an import of @shop/contracts to its TypeScript, built or not. */
const source = { conditions: ["source", "module", "node", "development|production"] }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** A busy machine is slow, and that is no fault: only what never comes is to be ended. */
const limits = { testTimeout: 60_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }

/** Specs that share one server: two files at once would count each other's stock. */
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
    maxWorkers: 2,
    sequence: { groupOrder: 4 },
  },
}

/** Specs with a server and a database of their own: two files at once, one for each core of a small machine. */
export const ownServer: TestProjectInlineConfiguration = {
  resolve: source,
  ssr: { resolve: source },
  test: {
    ...limits,
    name: "own-server-integration",
    root: here("."),
    include: ["own-server/*.integration.spec.ts"],
    globalSetup: [here("./harness/test-environment-setup.ts")],
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
  },
}
