import type { Page } from "@playwright/test"
import { pay } from "../fixtures/bitcoin-network"
import { readPaymentUri, scanQr } from "../fixtures/qr-scanner"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { EACH_STATE } from "./each-state"
import { DUE_SATS } from "./orders"
import { buyers as test, expect } from "./test"

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

/** With PLUGIN_PICTURES=<folder>. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env["PLUGIN_PICTURES"]
  if (folder !== undefined) await page.screenshot({ path: `${folder}/buyer-${name}.png`, fullPage: true })
}

for (const [kind, [english, german, bring]] of Object.entries(EACH_STATE))
  test(`${kind}: the page of the payment in English and German, on phone and desktop, accessible`, async ({
    browser,
    orders,
    staff,
    plugin,
  }) => {
    const id = await bring(orders, staff)
    for (const [locale, title] of [
      ["en-GB", english],
      ["de-DE", german],
    ] as const)
      for (const viewport of SIZES) {
        const context = await browser.newContext({ locale, viewport, baseURL: plugin.backendUrl })
        const page = await context.newPage()
        await page.goto(`/pay/bitcoin/${id}`)
        await expect(page.getByRole("status").first()).toContainText(title)
        const isPayable = kind === "awaiting" || kind === "underpaid"
        await expect(page.getByRole("img")).toHaveCount(isPayable ? 1 : 0)
        const renew = page.getByRole("button", { name: /^(Get a new quote|Neues Angebot holen)$/ })
        await expect(renew).toHaveCount(kind === "expired" ? 1 : 0)
        expect(await accessibilityFaults(page)).toEqual([])
        expect(await smallTargets(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
        await keepPicture(page, `${kind}-${locale}-${String(viewport.width)}`)
        await context.close()
      }
  })

for (const kind of ["element", "react-18", "react-19"] as const)
  test(`${kind} of another storefront follows a payment from its code to its confirmation`, async ({
    page,
    orders,
    plugin,
    storefront,
  }) => {
    const id = await orders.buy("gbp")
    await page.goto(storefront.page(kind, id))
    const state = page.getByRole("status").first()
    await expect(state).toContainText("Ready when you are")
    const code = page.getByRole("img", { name: "With the amount" })
    const { address, sats } = readPaymentUri((await scanQr(code)) ?? "")
    expect([address, sats]).toEqual([(await orders.paymentOf(id)).address, DUE_SATS.gbp])
    await pay(plugin.bitcoinUrl, address, sats)
    await expect(state).toContainText("Payment seen")
    await expect(code).toHaveCount(0)
    await orders.mine()
    await expect(state).toContainText("Payment confirmed")
  })

test("the wrapper for React tells the page of each change", async ({ page, orders, storefront }) => {
  const told: string[] = []
  page.on("console", (message) => told.push(message.text()))
  for (const kind of ["react-18", "react-19", "client"] as const) {
    told.length = 0
    const id = await orders.buy("gbp")
    await page.goto(storefront.page(kind, id))
    await expect.poll(() => told.at(-1)).toContain("awaiting_payment")
    await orders.pay(id, DUE_SATS.gbp)
    await expect.poll(() => told.at(-1), kind).toContain("seen")
  }
})

test("an expired quote is renewed on the page, with another address", async ({ page, orders }) => {
  const id = await EACH_STATE.expired[2](orders)
  const before = await orders.paymentOf(id)
  await page.goto(`/pay/bitcoin/${id}`)
  await page.getByRole("button", { name: "Get a new quote" }).click()
  await expect(page.getByRole("status").first()).toContainText("Ready when you are")
  const after = await orders.paymentOf(id)
  expect(after.address).not.toBe(before.address)
  await expect(page.getByText(after.address, { exact: true })).toBeVisible()
})

test("amount and address are copied as the wallet needs them", async ({ page, context, orders }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const id = await orders.buy("gbp")
  await page.goto(`/pay/bitcoin/${id}`)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole("button", { name: "Copy amount" }).click()
  await expect.poll(clipboard).toBe("0.00030850")
  await page.getByRole("button", { name: "Copy address" }).click()
  await expect.poll(clipboard).toBe((await orders.paymentOf(id)).address)
})

test("a page that cannot reach the shop says so, and shows the payment once it can", async ({
  page,
  context,
  orders,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_(INTERNET_DISCONNECTED|FAILED)|net::/)
  const id = await orders.buy("gbp")
  await page.goto(`/pay/bitcoin/${id}`)
  await expect(page.getByRole("status").first()).toContainText("Ready when you are")
  await context.route(/\/pay\/bitcoin\/.*\/(payment|events)/, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole("alert")).toContainText("The shop cannot be reached at the moment.")
  await context.unroute(/\/pay\/bitcoin\/.*\/(payment|events)/)
  await expect(page.getByRole("status").first()).toContainText("Ready when you are", { timeout: 60_000 })
  await expect(page.getByRole("alert")).toBeHidden()
})
