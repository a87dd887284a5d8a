import { defineConfig, devices } from "@playwright/test"
import { launchOptions } from "./browser/launch-options"

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  globalSetup: "./stack/global-setup.ts",
  // Many journeys wait for a payment or a mail: two at once fill two cores, which the whole shop has to share.
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    actionTimeout: 15_000,
    locale: "en-GB",
    timezoneId: "Europe/London",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
  projects: [
    {
      name: "desktop",
      testIgnore: ["sign-in-redirect.spec.ts"],
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    {
      name: "phone",
      // The staff work at a desk; the watch and a bad network are the same everywhere; a narrow screen opens no window.
      testIgnore: [
        "admin*.spec.ts",
        "browser-watch.spec.ts",
        "network-hostile.spec.ts",
        "sign-in-window.spec.ts",
      ],
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 390, height: 844 },
        screen: { width: 390, height: 844 },
      },
    },
  ],
})
