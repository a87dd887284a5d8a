import { defineConfig } from "vitest/config"
import { modules, ownServer, sharedServer, slow } from "./backend/integration/projects.mjs"

const SPECS = "**/*.spec.{ts,tsx}"
/** Specs that need a real Postgres or a running server: `something.integration.spec.ts`. */
const INTEGRATION_SPECS = "**/*.integration.spec.ts"
const NOT_OURS = ["**/node_modules/**", "**/dist/**", "**/.medusa/**"]

/** The condition "source" leads an import of @shop/contracts to its TypeScript, built or not. */
const source = { conditions: ["source", "node", "development|production"] }

/** Tests see the demonstration's brand. */
const alias = { "@brand": new URL("brands/demo", import.meta.url).pathname }

const unit = (name: string, root = name) => ({
  resolve: { ...source, alias },
  ssr: { resolve: source },
  test: {
    name,
    root,
    include: [SPECS],
    exclude: [...NOT_OURS, INTEGRATION_SPECS],
    // Vitest reads no other style sheet: pages take their theme colour from this one.
    css: { include: [/colours\.css/] },
    // Long enough for a busy machine. Timeouts only end what hangs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})

/** Files of one worker share their modules: most of the time of short specs was loading the same ones again. */
const unitInSharedProcess = (name: string) => {
  const project = unit(name)
  return { ...project, test: { ...project.test, isolate: false } }
}

export default defineConfig({
  test: {
    projects: [
      unitInSharedProcess("contracts"),
      unitInSharedProcess("packages"),
      unitInSharedProcess("backend"),
      unitInSharedProcess("storefront"),
      unit("sandbox"),
      unit("tooling"),
      sharedServer,
      ownServer,
      slow,
      modules,
      {
        resolve: source,
        ssr: { resolve: source },
        test: {
          name: "sandbox-integration",
          root: "sandbox",
          include: [INTEGRATION_SPECS],
          exclude: NOT_OURS,
          // The same pool of three workers as the other projects with their own servers.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
