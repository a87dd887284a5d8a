import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { scanQr } from "../fixtures/qr-scanner"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { bringCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { visit } from "../screens/page"

const PAGES = [
  "/",
  "/products",
  "/products/category/honey",
  "/product/english-wildflower-honey",
  "/checkout",
  "/about",
  "/faq",
  "/contact",
  "/policies/returns",
  "/policies/privacy",
  "/orders/find",
  "/no/such/page",
]
const MISSING_PAGE = /the server responded with a status of 404/

/** Opens each page, the checkout with a filled cart. */
async function onEachPage(page: Page, storefrontUrl: string, look: (path: string) => Promise<void>) {
  const { id } = await aProduct(storefrontUrl, isPlentiful)
  await bringCart(page, storefrontUrl, [{ productId: id, quantity: 1 }])
  for (const path of PAGES) {
    await visit(page, path)
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible()
    await look(path)
  }
}

test("axe finds no violation on any page, in light and dark colours", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(MISSING_PAGE)
  await onEachPage(page, shop.storefrontUrl, async (path) => {
    expect(await accessibilityFaults(page), path).toEqual([])
  })
})

test("every page has landmarks, one first-level heading and controls large enough to tap", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(MISSING_PAGE)
  await onEachPage(page, shop.storefrontUrl, async (path) => {
    for (const landmark of ["banner", "main", "contentinfo"] as const)
      await expect(page.getByRole(landmark), `${landmark} of ${path}`).toHaveCount(1)
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
    await expect(page.locator("html")).toHaveAttribute("lang", "en-GB")
    expect(await smallTargets(page), path).toEqual([])
  })
})

test("nothing scrolls sideways at 320 pixels or on a desktop at 200 % zoom", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(MISSING_PAGE)
  await page.setViewportSize({ width: 320, height: 640 })
  await onEachPage(page, shop.storefrontUrl, async (path) => {
    expect(await sidewaysScroll(page), path).toBe(0)
    await page.setViewportSize({ width: 640, height: 400 })
    expect(await sidewaysScroll(page), `${path} magnified`).toBe(0)
    await page.setViewportSize({ width: 320, height: 640 })
  })
})

test("at 400 % zoom the whole menu is reachable", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page, "/")
  await page.getByRole("button", { name: "Open menu" }).click()
  const last = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Sign In" })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test("nothing moves when reduced motion is preferred", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await visit(page, "/")
  await page.getByRole("button", { name: /^Cart, / }).click()
  await expect(page.getByRole("dialog", { name: "Your Cart" })).toBeVisible()
  const lasting = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => effect?.getComputedTiming().endTime)
      .filter((ms) => typeof ms !== "number" || ms > 1),
  )
  expect(lasting).toEqual([])
})

test("in forced colours a QR code still scans and the selection is visible", async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" })
  const { id } = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 1 }])
  await visit(page, "/")
  await page.getByRole("region", { name: "Secure Bitcoin Payments" }).scrollIntoViewIfNeeded()
  await expect
    .poll(() => scanQr(page.getByRole("img", { name: "Sample Bitcoin address as a QR code" })))
    .toMatch(/^bc1q/)
  await visit(page, "/checkout")
  const outlines = await page
    .getByRole("main")
    .getByRole("radio")
    .evaluateAll((radios) =>
      radios.map((radio) => {
        const box = radio.closest("label")
        return {
          chosen: radio.matches(":checked"),
          drawn: box && getComputedStyle(box).outlineStyle !== "none",
        }
      }),
    )
  expect(outlines).toHaveLength(4)
  for (const { chosen, drawn } of outlines) expect(drawn).toBe(chosen)
})

test("each checkout field has its autocomplete and input mode", async ({ page }) => {
  await visit(page, "/checkout")
  const fields = await page
    .locator("form.checkout .field__control")
    .evaluateAll((controls) =>
      controls.map((control) => [
        control.getAttribute("name"),
        control.getAttribute("autocomplete"),
        control.getAttribute("type"),
        control.getAttribute("inputmode"),
      ]),
    )
  expect(fields).toEqual([
    ["email", "email", "email", "email"],
    ["phone", "tel", "tel", "tel"],
    ["name", "name", null, null],
    ["address", "address-line1", null, null],
    ["city", "address-level2", null, null],
    ["postcode", "postal-code", null, null],
  ])
})
