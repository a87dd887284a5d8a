import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { addFromCard, openCart } from "../screens/cart"
import { card, plentifulProducts } from "../screens/catalogue"

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

const faults = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}

for (const [name, path] of [
  ["home", "/"],
  ["the list", "/products"],
  ["a category", "/products/category/honey"],
] as const) {
  test(`${name} has no fault that axe can find`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible()
    expect(await faults(page)).toEqual([])
  })
}

test("product, drawer and checkout have no fault that axe can find", async ({ page, shop }) => {
  await page.goto("/products")
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await addFromCard(page, name)
  await card(page, name).getByRole("link").click()
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
  expect(await faults(page)).toEqual([])

  const drawer = await openCart(page)
  await expect(drawer.getByRole("group", { name: `Quantity of ${name}` })).toBeVisible()
  expect(await faults(page)).toEqual([])

  await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
  await expect(page.getByRole("button", { name: "Complete Order" })).toBeVisible()
  expect(await faults(page)).toEqual([])
})
