import { defineConfig, devices } from "@playwright/test"
import journeys from "./playwright.config"

/** `npx playwright test --config e2e/plugin.config.ts`: buyers pay and staff decide in Medusa's own admin, in a bare application with the packed plugin. */
export default defineConfig({
  ...journeys,
  testDir: "plugin",
  globalSetup: "./stack/plugin-setup.ts",
  // They share one chain, and one of them pauses it.
  workers: 1,
  testIgnore: process.env.PLUGIN_PICTURES === undefined ? ["pictures.spec.ts"] : [],
  projects: [
    { name: "plugin", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } } },
  ],
})
