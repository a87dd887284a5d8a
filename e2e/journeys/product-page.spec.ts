import { expect, test } from "../fixtures/test"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { cartButton } from "../screens/cart"
import { allProducts, aProduct, card, isPlentiful } from "../screens/catalogue"
import { hold } from "../screens/forced"
import { visit } from "../screens/page"
import { expectToast } from "../screens/toasts"

test("the allergens are beside the price, and lead to the ingredients", async ({ page, shop }) => {
  const listed = await aProduct(shop.storefrontUrl, ({ categoryId, stock }) => stock > 0 && categoryId !== "")
  await visit(page, `/product/${listed.slug}`)
  const view = page.getByRole("main").getByRole("article").first()
  await expect(view.getByText(/^Contains /)).toBeVisible()
  await view.getByRole("link", { name: "Ingredients and nutrition" }).click()
  const food = page.getByRole("region", { name: "Ingredients and nutrition" })
  await expect(food.getByRole("heading", { level: 2 })).toBeInViewport()
  await expect(food).toContainText("Allergens")
  await expect(food).toBeFocused()
})

test("on a slow connection no button of the page moves when the rest of the product arrives", async ({
  page,
  shop,
}) => {
  // With allergens and with a warning, which are above the buttons.
  const products = await allProducts(shop.storefrontUrl)
  const allergic = products.find((one) => one.stock > 1 && (one.foodSummary?.allergens.length ?? 0) > 0)
  const warned = products.find((one) => one.stock > 1 && (one.foodSummary?.warnings.length ?? 0) > 0)
  for (const name of [allergic?.name, warned?.name]) {
    if (name === undefined) throw new Error("No product has allergens, or none has a warning")
    await visit(page, `/products?search=${encodeURIComponent(name)}`)
    const letGo = await hold(page, /\/api\/(products\/|categories|shipping|bitcoin)/)
    // By script: a pointer would prefetch the page.
    await card(page, name)
      .getByRole("link")
      .evaluate((link: HTMLElement) => link.click())
    const more = page.getByRole("button", { name: `One ${name} more` })
    await expect(more).toBeVisible()
    await expect(page.getByRole("region", { name: "Ingredients and nutrition" })).toHaveCount(0)
    const before = await more.boundingBox()
    await letGo()
    await expect(page.getByRole("region", { name: "Ingredients and nutrition" })).toBeAttached()
    await expect(page.getByRole("main").getByText(/^or ≈ .* BTC$/)).toBeVisible()
    expect(await more.boundingBox()).toEqual(before)
  }
})

test("beside the buttons the page says who made and packed it, and links the returns policy", async ({
  page,
  shop,
}) => {
  const products = await allProducts(shop.storefrontUrl)
  const first = (of: string) => products.find(({ name }) => name.endsWith(of))?.slug ?? ""
  for (const [slug, claim] of [
    [first("Gummies"), "Made and packed in London since 2020"],
    [first("Honey"), "Packed in London since 2020"],
  ] as const) {
    await visit(page, `/product/${slug}`)
    const view = page.getByRole("main").getByRole("article").first()
    await expect(view.getByText(claim, { exact: true })).toBeVisible()
    await expect(view.getByText("No trackers, no data sold")).toBeVisible()
  }
  await page.getByRole("link", { name: "your money back if it isn't right" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Returns Policy" })).toBeVisible()
})

test("on a phone, price and Add to Cart stay on the screen", async ({ page, shop, isMobile }) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${product.slug}`)
  const view = page.getByRole("main").getByRole("article").first()
  const bar = view.locator(".buy-bar")
  const real = view.locator(".purchase__buttons")
  // The bar's code arrives during the press: the bar must not take it.
  const code = page.waitForResponse(/\/buy-bar-/)
  await view.getByRole("button", { name: `One ${product.name} more` }).hover()
  await page.mouse.down()
  await code
  await page.mouse.up()
  await expect(view.getByRole("group", { name: `Quantity of ${product.name}` })).toContainText("2")
  await expect(bar).toHaveCount(0)
  await real.scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)

  await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
  if (!isMobile) {
    await expect(bar).toBeHidden()
    return
  }
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar).toContainText(`£${product.price}`)
  await expect(bar).toContainText(product.weight)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await bar.getByRole("button", { name: "Add to Cart" }).click()
  await expect(bar.getByRole("button", { name: "Added to Cart" })).toBeDisabled()
  await expect(bar.getByRole("button", { name: "Added to Cart" })).toHaveClass(/button--added/)
  await expectToast(page, "Added to cart", `${product.name} has been added to your cart.`)
  await expect(cartButton(page)).toContainText("2")

  await real.scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
})
