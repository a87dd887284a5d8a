import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

/** The condition "source" leads an import of @shop/contracts to its TypeScript, built or not. */
const source = { conditions: ["source", "module", "node", "development|production"] }

export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    name: "backend-integration",
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["**/*.integration.spec.ts"],
    globalSetup: ["./harness/global-setup.ts"],
    // All specs share one server: two files at once would count each other's stock.
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 180_000,
  },
})
