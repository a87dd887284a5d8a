import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { addFromCard, openCart } from "../screens/cart"
import { cards } from "../screens/catalogue"
import { visit } from "../screens/page"

const diet = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Diet" }).getByRole("link", { name, exact: true })
const names = (page: Page) => cards(page).getByRole("heading").allInnerTexts()

test("a diet is chosen on a list, stands in the address, and no product shows that may not suit it", async ({
  page,
}) => {
  await visit(page, "/products")
  await expect(cards(page).filter({ hasText: "Honey Bear Gummies" })).toHaveCount(1)
  await diet(page, "Vegan").click()
  await expect(page).toHaveURL(/\?diet=vegan$/)
  await expect(diet(page, "Vegan")).toHaveAttribute("aria-current", "true")
  await expect(cards(page).filter({ hasText: /Honey/ })).toHaveCount(0)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  // It may contain tree nuts.
  await expect(cards(page).filter({ hasText: "Date Sugar" })).toHaveCount(1)
  await diet(page, "No nuts").click()
  await expect(page).toHaveURL(/\?diet=vegan\+no-nuts$/)
  await expect(cards(page).filter({ hasText: "Date Sugar" })).toHaveCount(0)

  await page.getByRole("combobox", { name: "Search products" }).fill("gummies")
  await expect(page).toHaveURL(/diet=vegan\+no-nuts/)
  await expect(page.getByRole("option").filter({ hasText: "Honey Bear" })).toHaveCount(0)
  await expect(page.getByRole("option").filter({ hasText: "Elderberry" })).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await names(page)).every((name) => name.includes("Gummies"))).toBe(true)
  expect(await names(page)).not.toContain("Honey Bear Gummies")
})

test("a diet that nothing in a category suits says so, and shows every diet again at a press", async ({
  page,
}) => {
  await visit(page, "/products/category/honey?diet=vegan")
  await expect(page.getByText("Nothing here is sure to suit: Vegan.")).toBeVisible()
  await page.getByRole("button", { name: "Show every diet" }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect(page).toHaveURL(/\/honey$/)
})

test("a diet that the device remembers holds on every list, for related products and the cart's offers", async ({
  page,
}) => {
  await visit(page, "/products")
  await diet(page, "Vegan").click()
  await page.getByRole("checkbox", { name: "Remember on this device" }).check()
  await visit(page, "/products/category/gummies")
  await expect(page).toHaveURL(/\?diet=vegan$/)
  await expect(cards(page).filter({ hasText: "Honey Bear" })).toHaveCount(0)

  await visit(page, "/product/elderberry-gummies")
  await expect(page.getByRole("list", { name: "Diet" })).toContainText("Vegan")
  const related = page.getByRole("region", { name: "You May Also Like" }).getByRole("article")
  await expect(related.getByRole("heading", { name: /Honey|Custard/ })).toHaveCount(0)
  await expect(related).toHaveCount(4)
  await visit(page, "/products?diet=vegan&search=elderberry")
  await addFromCard(page, "Elderberry Gummies")
  const offers = (await openCart(page)).getByRole("region", { name: "Goes well with" })
  await expect(offers.getByRole("article")).toHaveCount(2)
  for (const name of await offers.getByRole("link").allInnerTexts()) expect(name).not.toMatch(/Honey|Custard/)

  await visit(page, "/products")
  await expect(page).toHaveURL(/\?diet=vegan$/)
  await diet(page, "Vegan").click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(cards(page).filter({ hasText: "Honey Bear" })).toHaveCount(1)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("diets are links", async ({ page, browserWatch }) => {
    browserWatch.allow(/\/assets\/[\w-]+\.js csp$/)
    await page.goto("/products?search=gummies")
    await diet(page, "No gelatine").click()
    await expect(cards(page).filter({ hasText: "Honey Bear" })).toHaveCount(0)
    expect(page.url()).toContain("search=gummies&diet=no-gelatine")
  })
})
