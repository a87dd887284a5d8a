import { defineConfig } from "vitest/config"

const source = { conditions: ["source", "node", "development|production"] }

/** The unit tests of the payment rules, for `npx stryker run tooling/mutation.json`. */
export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    include: ["backend/src/modules/bitcoin-payment/src/domain/**/*.spec.ts"],
    maxWorkers: 1,
    testTimeout: 60_000,
  },
})
