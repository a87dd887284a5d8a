import { defineConfig, devices } from "@playwright/test"
import journeys from "./playwright.config"

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } }

/** `npx playwright test --config e2e/multi-process.config.ts`: buys from the processes of docker-compose.yml while they are killed. */
export default defineConfig({
  ...journeys,
  globalSetup: "./stack/multi-process-setup.ts",
  projects: [
    {
      name: "buying",
      testMatch: ["pay-by-card", "pay-with-bitcoin", "guest-link", "admin"].map((name) => `${name}.spec.ts`),
      use: desktop,
    },
    { name: "killing", testDir: "multi-process", dependencies: ["buying"], use: desktop },
  ],
})
