import { defineConfig, devices } from "@playwright/test"
import { launchOptions } from "./browser/launch-options"

/** Not run, unless all is asked for. */
const unlessAll = (...specs: string[]) => (process.env["JOURNEYS"] === "all" ? [] : specs)
/** Their rules are tested without a browser, in `backend/integration/` and in the storefront's units, or on a phone. */
const TESTED_ELSEWHERE = unlessAll(
  "admin-differences.spec.ts",
  "admin-replacements.spec.ts",
  "admin-payments.spec.ts",
  "admin-second-factor.spec.ts",
  "cancel-order.spec.ts",
  "card-payment.spec.ts",
  "lightning-and-chain.spec.ts",
  "network-hostile.spec.ts",
  "sign-in-window.spec.ts",
)

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  globalSetup: "./stack/global-setup.ts",
  // Many journeys wait for a payment or a mail. Three at a time keep two cores busy, which they share with the shop.
  workers: 3,
  forbidOnly: true,
  // Only a test that fails waits this long. A machine for tests may be several times slower than a developer's.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    actionTimeout: 30_000,
    locale: "en-GB",
    timezoneId: "Europe/London",
    // Recording every test costs a fifth of the processor time. To see why one fails, run it with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
  projects: [
    {
      name: "desktop",
      // On a phone only: what the size of the screen does not change, and what only phones do.
      testIgnore: [
        "first-payment.spec.ts",
        "sign-in-redirect.spec.ts",
        "guest-link.spec.ts",
        "load-more.spec.ts",
        "order-history.spec.ts",
        "without-javascript.spec.ts",
        ...TESTED_ELSEWHERE,
        ...unlessAll(
          "accessibility.spec.ts",
          "account-orders.spec.ts",
          "after-the-order.spec.ts",
          "checkout-form.spec.ts",
          "cross-selling.spec.ts",
          "discount-code.spec.ts",
          "feedback.spec.ts",
          "pay-by-lightning.spec.ts",
          "missing-code.spec.ts",
          "product-page.spec.ts",
          "saved-details.spec.ts",
          "screens.spec.ts",
          "small-screens.spec.ts",
        ),
      ],
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    {
      name: "phone",
      // On a desktop only: staff, keyboards and pointers, windows, and what the size of the screen does not change.
      testIgnore: [
        // Of the admin, what staff do beside the parcels.
        /admin(?!-(order-search|products|reports|today))[\w-]*\.spec\.ts$/,
        "browser-watch.spec.ts",
        "dead-ends.spec.ts",
        "first-load.spec.ts",
        "instant-browsing.spec.ts",
        "keyboard.spec.ts",
        "network-hostile.spec.ts",
        "privacy.spec.ts",
        "product-feed.spec.ts",
        "sign-in-window.spec.ts",
        "states.spec.ts",
        ...TESTED_ELSEWHERE,
        ...unlessAll(
          "account.spec.ts",
          "admin-order-search.spec.ts",
          "admin-products.spec.ts",
          "return-order.spec.ts",
          "search-suggestions.spec.ts",
          "sign-in.spec.ts",
        ),
      ],
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 390, height: 844 },
        screen: { width: 390, height: 844 },
      },
    },
  ],
})
