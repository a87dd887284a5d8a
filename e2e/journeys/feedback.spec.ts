import { expect, test } from "../fixtures/test"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { bringCart, cartButton, openCart } from "../screens/cart"
import { aProduct, cards, isPlentiful } from "../screens/catalogue"
import { hold } from "../screens/forced"
import { visit } from "../screens/page"
import { expectToast, toast } from "../screens/toasts"

test("the toast after adding opens the cart", async ({ page, shop }) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${product.slug}`)
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click()
  await expectToast(page, "Added to cart", `${product.name} has been added to your cart.`)
  await toast(page).getByRole("button", { name: "View cart" }).click()
  const drawer = page.getByRole("dialog", { name: "Your Cart" })
  await expect(drawer.getByRole("link", { name: product.name })).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

test("a toast is below the cart on a wide screen, and none follows the shopper to the checkout", async ({
  page,
  shop,
  isMobile,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${product.slug}`)
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click()
  await expect(toast(page)).toBeVisible()
  if (!isMobile) {
    const [shown, cart] = await Promise.all([toast(page).boundingBox(), cartButton(page).boundingBox()])
    expect(shown?.y).toBeGreaterThan((cart?.y ?? 0) + (cart?.height ?? 0))
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeGreaterThan(cart?.x ?? Infinity)
  }
  const buy = page.getByRole("button", { name: "Buy Now", exact: true }).first()
  await expect(buy).toBeEnabled()
  await buy.click()
  await expect(page.getByText("By completing your order you agree to pay")).toBeVisible()
  // At once, and not only when its three seconds are over.
  expect(await toast(page).count()).toBe(0)
})

/** A page that was left before the removal's answer is followed by one that removes the line again. */
const REMOVED_TWICE = /status of 404 .*\/api\/cart\/cali_/

test("a removed line comes back with its quantity", async ({ page, shop, browserWatch }) => {
  browserWatch.allow(REMOVED_TWICE)
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 3 }])
  await visit(page, "/faq")
  const drawer = await openCart(page)
  await drawer.getByRole("button", { name: `Remove ${product.name}` }).click()
  await expectToast(page, "Removed", `${product.name} is no longer in your cart.`)
  await page.keyboard.press("F8") // It stays while it has the focus.
  await expect(drawer.getByText("Your cart is empty", { exact: true })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await toast(page).getByRole("button", { name: "Undo" }).click()
  await expect(toast(page)).toHaveCount(0)
  await expect(drawer.getByRole("link", { name: product.name })).toBeVisible()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 3 items")
  await page.reload()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 3 items")
})

test("an Undo that waits for the removal's answer survives a reload", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(REMOVED_TWICE)
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 3 }])
  await visit(page, "/faq")
  const drawer = await openCart(page)
  const release = await hold(page, { path: /\/api\/cart\/cali_/, method: "DELETE" })
  await drawer.getByRole("button", { name: `Remove ${product.name}` }).click()
  await toast(page).getByRole("button", { name: "Undo" }).click()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 3 items")
  await page.reload()
  await release()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 3 items")
  await openCart(page)
  await expect(drawer.locator("footer")).toHaveAttribute("aria-busy", "false")
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 3 items")
  await expect(drawer.getByRole("link", { name: product.name })).toBeVisible()
})

test("the header leads to the search box from every page, also from the list itself", async ({ page }) => {
  const link = page.getByRole("banner").getByRole("link", { name: "Search products" })
  const box = page.getByPlaceholder("Search products...", { exact: true })
  await visit(page, "/about")
  await link.click()
  await expect(box).toBeFocused()
  await expect(page).toHaveTitle(/All products/)

  await page.keyboard.type("honey")
  const count = page.getByText(/^\d+ products for “honey”$/)
  await expect(count).toBeVisible()
  await expect(count).toHaveRole("status")
  await expect(page).toHaveURL(/search=honey/)
  await expect(box).toBeFocused()

  await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
  await box.blur()
  await link.click()
  await expect(box).toBeFocused()
  await expect(box).toBeInViewport()
})

test("a search that finds nothing offers the categories", async ({ page }) => {
  await visit(page, "/products?search=marzipan-submarine")
  await expect(page.getByText("No products found", { exact: true })).toBeVisible()
  const chips = page.getByRole("navigation", { name: "Or try" }).getByRole("link")
  await expect(chips).toHaveText(["Gummies", "Honey", "Natural Sugars", "Plant Concentrates"])
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await chips.filter({ hasText: "Honey" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Honey" })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
})

test("the footer's links open without a new document, and lead to an order too", async ({ page }) => {
  await visit(page, "/")
  await page.evaluate(() => (document.body.dataset["same"] = "yes"))
  const footer = page.getByRole("contentinfo")
  await footer.getByRole("link", { name: "Returns Policy" }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await footer.getByRole("link", { name: "Find your order" }).click()
  await expect(page).toHaveURL(/\/orders\/find$/)
  await expect(page.locator("body")).toHaveAttribute("data-same", "yes")
  await expect(footer.getByRole("link", { name: "Honey", exact: true })).toBeVisible()
})

test("on a phone cards lie, so that several are on the screen, and the menu leads to an order", async ({
  page,
  isMobile,
}) => {
  if (!isMobile) return
  await visit(page, "/products")
  const heights = await cards(page).evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect().height),
  )
  expect(Math.max(...heights)).toBeLessThan(190)
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole("button", { name: "Open menu" }).click()
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Find your order" }).click()
  await expect(page).toHaveURL(/\/orders\/find$/)
})
