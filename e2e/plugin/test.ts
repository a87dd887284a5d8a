import { test as base, devices, expect, type BrowserContext, type Page } from "@playwright/test"
import { Staff } from "../fixtures/staff"
import { watch, type Watch } from "../fixtures/watch"
import { announcedPlugin, type PluginStack } from "../stack/plugin-stack"
import { Orders } from "./orders"
import { startOtherStorefront, type OtherStorefront } from "./storefront"

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>

interface StaffFixtures {
  /** Opens an order's page. @returns the widget's section */
  openOrder: (id: string) => Promise<ReturnType<Page["getByRole"]>>
}

interface Fixtures {
  /** Messages of the browser that are not allowed fail the test. */
  browserWatch: Watch
}

interface SharedFixtures {
  plugin: PluginStack
  orders: Orders
  /** At Medusa's admin API. */
  staff: Staff
  storefront: OtherStorefront
}

const { defaultBrowserType: _, ...PIXEL } = devices["Pixel 7"]
const PHONE = { width: 390, height: 844 }
export const DEVICES = {
  phone: { ...PIXEL, viewport: PHONE, screen: PHONE },
  desktop: { viewport: { width: 1280, height: 900 } },
}

/** In production Medusa's session cookie needs TLS, which ends in front of it. */
const BEHIND_TLS = { "x-forwarded-proto": "https" }

/** Buyers, in any storefront. */
export const buyers = base.extend<Fixtures, SharedFixtures>({
  plugin: [
    async ({}, use) => {
      const plugin = announcedPlugin()
      if (!plugin) throw new Error("No application was started for this test")
      await use(plugin)
    },
    { scope: "worker" },
  ],

  orders: [async ({ plugin }, use) => use(new Orders(plugin)), { scope: "worker" }],

  staff: [async ({ plugin }, use) => use(await Staff.signIn(plugin)), { scope: "worker" }],

  storefront: [
    async ({ plugin }, use) => {
      const storefront = await startOtherStorefront(plugin)
      await use(storefront)
      storefront.stop()
    },
    { scope: "worker" },
  ],

  baseURL: async ({ plugin }, use) => use(plugin.backendUrl),

  browserWatch: [
    async ({ context, plugin, storefront }, use) => {
      const listener = watch(context, [plugin.backendUrl, storefront.origin], "")
      // The flags of countries in Medusa's own list.
      listener.allow(/cdn\.jsdelivr\.net.*flag-icons/)
      await use(listener)
      expect(listener.complaints(), "the browser reported no problems").toEqual([])
    },
    { auto: true },
  ],
})

/** Staff, in Medusa's admin. */
export const test = buyers.extend<
  StaffFixtures,
  { /** Of staff who signed in at the admin's own page. */ session: Cookies }
>({
  session: [
    async ({ browser, plugin }, use) => {
      const context = await browser.newContext({ extraHTTPHeaders: BEHIND_TLS })
      const page = await context.newPage()
      await page.goto(`${plugin.backendUrl}/app`)
      await page.getByPlaceholder("Email").fill(plugin.admin.email)
      await page.getByPlaceholder("Password").fill(plugin.admin.password)
      await page.getByRole("button", { name: "Continue with Email" }).click()
      await page.waitForURL(/\/app\/orders/)
      const cookies = await context.cookies()
      await context.close()
      await use(cookies.filter(({ name }) => name === "connect.sid"))
    },
    { scope: "worker" },
  ],

  extraHTTPHeaders: async ({}, use) => use(BEHIND_TLS),

  context: async ({ context, session, locale, plugin }, use) => {
    // The admin does not follow the browser's language.
    const language = { name: "lng", value: locale?.slice(0, 2) ?? "en", url: plugin.backendUrl }
    await context.addCookies([...session, language])
    await use(context)
  },

  openOrder: async ({ page }, use) => {
    await use(async (id) => {
      await page.goto(`/app/orders/${id}`)
      const section = page.getByRole("region", { name: /^Bitcoin/ })
      await section.waitFor()
      return section
    })
  },
})

export { expect }
