import { chromium, type Browser, type Page } from "@playwright/test"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { STAFF } from "../../backend/integration/harness/settings"
import { launchOptions } from "../browser/launch-options"
import type { makeOrders } from "./orders"

const VIEWS = [
  { name: "desktop", width: 1280, height: 900 },
  { name: "phone", width: 390, height: 844 },
]
const LOOKS = [
  { theme: "light", language: "en", locale: "en-GB" },
  { theme: "dark", language: "de", locale: "de-DE" },
]
/** What an opened dialog needs pressing. */
const DIALOGS = [
  { order: "short", action: "accept", button: /^(Accept|£).*…$|annehmen…$/ },
  { order: "short", action: "settle", button: /^(Mark as paid|Als bezahlt markieren)…$/ },
  { order: "overpaid", action: "refund", button: /^(Record a refund|Erstattung eintragen)…$/ },
] as const

/** Takes a picture of each order's section, of the dialogs and of the list, in every view and look. */
export async function takePictures(
  url: string,
  folder: string,
  orders: Awaited<ReturnType<typeof makeOrders>>,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const complaints: string[] = []
  const browser = await chromium.launch(launchOptions())
  for (const view of VIEWS)
    for (const look of LOOKS) {
      const page = await signedIn(browser, url, view, look)
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(`${page.url()} ${message.text()}`)
      })
      const save = (name: string) =>
        page.screenshot({ path: join(folder, `${view.name}-${look.theme}-${look.language}-${name}.png`) })
      await page.goto(`${url}/app/orders`)
      await page
        .getByRole("link", { name: /^#\d+$/ })
        .first()
        .waitFor()
      await save("list")
      for (const [name, id] of Object.entries(orders)) {
        await openOrder(page, url, id)
        await save(name)
      }
      for (const { order, action, button } of DIALOGS) {
        await openOrder(page, url, orders[order])
        await page.getByRole("button", { name: button }).click()
        await page.getByRole(action === "refund" ? "dialog" : "alertdialog").waitFor()
        if (action === "refund")
          await page.getByRole("textbox").nth(2).fill("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")
        await page.waitForTimeout(700)
        await save(`${order}-${action}`)
      }
      await page.context().close()
    }
  await browser.close()
  return complaints
}

async function openOrder(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/app/orders/${id}`)
  await page.getByRole("region", { name: /^Bitcoin/ }).waitFor()
}

async function signedIn(
  browser: Browser,
  url: string,
  { width, height }: (typeof VIEWS)[number],
  { theme, language, locale }: (typeof LOOKS)[number],
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    timezoneId: "Europe/London",
  })
  await context.addInitScript(
    ([theme, language]) => {
      localStorage.setItem("medusa_admin_theme", theme ?? "")
      localStorage.setItem("lng", language ?? "")
      document.cookie = `lng=${language ?? ""}; path=/`
    },
    [theme, language],
  )
  // Nothing of another host: the admin's fonts and flags would be waited for.
  await context.route(
    (address) => !url.startsWith(address.origin),
    (route) => route.abort(),
  )
  const page = await context.newPage()
  await page.goto(`${url}/app/login`, { timeout: 120_000 })
  await page.locator("input[name=email]").fill(STAFF.email)
  await page.locator("input[name=password]").fill(STAFF.password)
  await page.locator("input[name=password]").press("Enter")
  await page.waitForURL(/\/app\/orders/)
  return page
}
