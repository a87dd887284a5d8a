import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const source = { conditions: ["source", "node", "development|production"] }

/** Measurements, each a ratio against a peer in the same run; they print and assert no timing. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    name: "bench",
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["**/*.bench.ts"],
    globalSetup: ["../backend/integration/harness/shared-server-setup.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
  },
})
