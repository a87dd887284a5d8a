import type { Page } from "@playwright/test"
import { pay } from "../fixtures/bitcoin-network"
import { readPaymentUri, scanQr } from "../fixtures/qr-scanner"
import { watch } from "../fixtures/watch"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { EACH_STATE } from "./each-state"
import { DUE_SATS } from "./orders"
import { buyers as test, DEVICES, expect } from "./test"

const LOOKS = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "light", forcedColors: "active" },
} as const

/** With PLUGIN_PICTURES=<folder>. */
async function keepPictures(page: Page, name: string): Promise<void> {
  const folder = process.env["PLUGIN_PICTURES"]
  if (folder === undefined) return
  for (const [look, media] of Object.entries(LOOKS)) {
    await page.emulateMedia(media)
    await page.screenshot({ path: `${folder}/buyer-${name}-${look}.png`, fullPage: true })
  }
  await page.emulateMedia(LOOKS.light)
}

const SIZES = { ...DEVICES, narrow: { viewport: { width: 320, height: 640 } } }

/** Both rails; the rest of a part payment comes on the chain. */
const CODES: Record<string, number> = { awaiting: 3, underpaid: 2 }

for (const [kind, [english, german, bring]] of Object.entries(EACH_STATE))
  test(`${kind}: the plugin's page and the element of another storefront, in English and German, narrow, on phone and desktop, accessible`, async ({
    browser,
    orders,
    staff,
    plugin,
    storefront,
  }) => {
    const id = await bring(orders, staff)
    for (const [language, title] of [
      ["en", english],
      ["de", german],
    ] as const)
      for (const [device, options] of Object.entries(SIZES)) {
        const locale = language === "en" ? "en-GB" : "de-DE"
        const context = await browser.newContext({ ...options, locale, baseURL: plugin.backendUrl })
        const own = watch(context, [plugin.backendUrl, storefront.origin], "")
        if (kind === "unknown") own.allow(/status of 404/)
        const page = await context.newPage()
        for (const [surface, url] of [
          ["page", `/pay/bitcoin/${id}`],
          ["element", storefront.page("element", id, language)],
        ] as const) {
          await page.goto(url)
          await expect(page.getByRole("status").first()).toContainText(title)
          const codes = CODES[kind] ?? 0
          await expect(page.getByRole("radio")).toHaveCount(codes)
          await expect(page.getByRole("img")).toHaveCount(codes > 0 ? 1 : 0)
          const renew = page.getByRole("button", { name: /^(Get a new quote|Neues Angebot holen)$/ })
          await expect(renew).toHaveCount(kind === "expired" ? 1 : 0)
          expect(await accessibilityFaults(page)).toEqual([])
          expect(await smallTargets(page)).toEqual([])
          expect(await sidewaysScroll(page)).toBe(0)
          await keepPictures(page, `${kind}-${language}-${device}-${surface}`)
        }
        expect(own.complaints()).toEqual([])
        await context.close()
      }
  })

test("the element has the colours of its page, which may know light ones alone", async ({
  page,
  orders,
  storefront,
}) => {
  const id = await orders.buy("gbp")
  const surface = () =>
    page
      .locator("bitcoin-payment")
      .getByRole("region")
      .evaluate((card) => getComputedStyle(card).backgroundColor)
  await page.emulateMedia({ colorScheme: "dark" })
  await page.goto(storefront.page("element", id))
  const white = "rgb(255, 255, 255)"
  expect(await surface()).toBe(white)
  await page.goto(`/pay/bitcoin/${id}`)
  expect(await surface()).not.toBe(white)
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
    // Until the Lightning node has made its invoice, the code is for the chain alone.
    await expect(page.getByRole("radio")).toHaveCount(3)
    const code = page.getByRole("img", { name: "With the amount" })
    const { address, sats } = readPaymentUri((await scanQr(code)) ?? "")
    // A code for both rails has its address in upper case.
    const { address: due } = await orders.paymentOf(id)
    expect([address.toLowerCase(), sats]).toEqual([due, DUE_SATS.gbp])
    await pay(plugin.bitcoinUrl, due, sats)
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

for (const [device, { viewport }] of Object.entries(DEVICES))
  for (const surface of ["page", "element"] as const)
    test(`an expired quote is renewed on a ${device}'s ${surface}, with another address`, async ({
      page,
      orders,
      storefront,
    }) => {
      const id = await EACH_STATE.expired[2](orders)
      const before = await orders.paymentOf(id)
      await page.setViewportSize(viewport)
      await page.goto(surface === "page" ? `/pay/bitcoin/${id}` : storefront.page("element", id))
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
