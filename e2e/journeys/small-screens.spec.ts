import { expect, test } from "../fixtures/test"
import { bringCart, openCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { visit } from "../screens/page"

const SCREENS = [
  { what: "a small tablet", width: 768, height: 1024 },
  { what: "a phone on its side", width: 844, height: 390 },
  { what: "a desktop at 200 %", width: 640, height: 400 },
]

for (const { what, ...size } of SCREENS)
  test(`${what} shows the headline, and a product's name and price, on the first screen`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(size)
    await visit(page, "/")
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 })
    const product = await aProduct(shop.storefrontUrl, isPlentiful)
    await visit(page, `/product/${product.slug}`)
    await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeInViewport({ ratio: 1 })
    await expect(
      page.getByRole("main").getByText(`£${product.price}`, { exact: true }).first(),
    ).toBeInViewport({ ratio: 1 })
  })

test("on a phone on its side the cart shows its products, and the way to the checkout below them", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const { id, name } = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 1 }])
  await visit(page, "/")
  const drawer = await openCart(page)
  await expect(drawer.getByRole("link", { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(drawer.getByRole("button", { name: `One ${name} more` })).toBeInViewport({ ratio: 1 })
  await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
  await expect(page).toHaveURL(/\/checkout$/)
})

test("a page without a connection says so, keeps its picture, and opens by itself", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_INTERNET_DISCONNECTED|^uncaught/)
  await visit(page, "/faq")
  const art = page.waitForResponse(/art\/not-found\.svg/)
  await page.mouse.move(100, 100)
  await art
  await context.setOffline(true)
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible()
  await expect(page.getByText("the page opens by itself when you are back.")).toBeVisible()
  const picture = page.getByRole("main").locator("img")
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  await context.setOffline(false)
  await expect(page.getByRole("heading", { level: 1, name: "Made slowly" })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/faq$/)
})
