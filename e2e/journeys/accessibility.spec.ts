import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { addFromCard, openCart } from "../screens/cart"
import { card, plentifulProducts } from "../screens/catalogue"

for (const [name, path] of [
  ["home", "/"],
  ["the list", "/products"],
  ["a category", "/products/category/honey"],
] as const) {
  test(`${name} has no fault that axe can find`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
  })
}

test("product, drawer and checkout have no fault that axe can find", async ({ page, shop }) => {
  await page.goto("/products")
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await addFromCard(page, name)
  await card(page, name).getByRole("link").click()
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  const drawer = await openCart(page)
  await expect(drawer.getByRole("group", { name: `Quantity of ${name}` })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
  await expect(page.getByRole("button", { name: "Complete Order" })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
})
