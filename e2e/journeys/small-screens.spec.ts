import { pay } from "../fixtures/bitcoin-network"
import { bitcoinOrder } from "../fixtures/bitcoin-order"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, brokenWords, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { bringCart, openCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { MISSING_CODE } from "../screens/forced"
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

for (const [width, percent] of [
  [195, 100],
  [320, 100],
  [320, 150],
  [390, 130],
  [390, 150],
  [390, 200],
  [1280, 200],
] as const)
  test(`at ${String(percent)} % text and ${String(width)} px the header keeps its name, its badge and its buttons`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await visit(page, "/faq")
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${String(percent)}%`)
    const header = page.getByRole("banner")
    const logo = header.getByRole("link", { name: "Bramble & Comb" })
    await expect(logo).toBeInViewport({ ratio: 1 })
    expect((await logo.boundingBox())?.width).toBeGreaterThan(100)
    await expect(header.getByText("UK Only")).toBeInViewport({ ratio: 1 })
    for (const name of [/^Cart/, "Open menu"])
      await expect(header.getByRole("button", { name })).toBeInViewport({ ratio: 1 })
    await expect(header.getByRole("link", { name: "Search products" })).toBeInViewport({ ratio: 1 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await smallTargets(page)).toEqual([])
  })

test("no page scrolls sideways with text of twice the size, on the narrowest phone and beside a column", async ({
  page,
  shop,
}) => {
  const { slug } = await aProduct(shop.storefrontUrl, isPlentiful)
  for (const path of [
    "/",
    "/products",
    `/product/${slug}`,
    "/about",
    "/contact",
    "/checkout",
    "/orders/find",
    "/policies/returns",
    "/policies/shipping",
  ]) {
    await visit(page, path)
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"))
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      expect.soft(await sidewaysScroll(page), `${path} at ${String(width)} px`).toBe(0)
    }
  }
})

for (const width of [390, 1280])
  test(`at ${String(width)} px and text of twice the size no word of the shop breaks, and no page on the way to a payment scrolls sideways`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const { id, slug } = await aProduct(shop.storefrontUrl, isPlentiful)
    await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 1 }])
    const { id: order } = await bitcoinOrder(page.request, shop)
    for (const path of ["/", "/products", `/product/${slug}`, "/checkout", `/checkout?order=${order}`]) {
      await visit(page, path)
      await page.evaluate(async () => {
        document.documentElement.style.fontSize = "200%"
        await document.fonts.ready
      })
      await expect(page.getByRole("main").getByText(/£\d/).filter({ visible: true }).first()).toBeVisible()
      expect.soft(await page.locator("body").evaluate(brokenWords), path).toEqual([])
      expect.soft(await sidewaysScroll(page), path).toBe(0)
    }
  })

for (const [width, percent] of [
  [195, 100],
  [320, 200],
  [390, 200],
] as const)
  test(`at ${String(width)} px and ${String(percent)} % text an order's page keeps the words of its items whole, and never scrolls sideways`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const { id } = await bitcoinOrder(page.request, shop)
    await visit(page, `/orders/${id}`)
    const items = page.getByRole("region", { name: "What you ordered" })
    await expect(items.getByText("Total", { exact: true })).toBeVisible()
    await page.evaluate(
      async (size) => {
        document.documentElement.style.fontSize = size
        await document.fonts.ready
      },
      `${String(percent)}%`,
    )
    expect(await items.evaluate(brokenWords)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })

for (const [width, height, percent] of [
  [390, 844, 200],
  [195, 422, 100],
  [1280, 800, 200],
  [640, 400, 100],
  [320, 640, 200],
] as const)
  test(`at ${String(width)} × ${String(height)} px and ${String(percent)} % text the cart scrolls as a whole below its title, keeps its words whole, and never sideways`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height })
    const { id, name } = await aProduct(shop.storefrontUrl, isPlentiful)
    await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 2 }])
    await visit(page, "/faq")
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${String(percent)}%`)
    const cart = await openCart(page)
    await expect(cart.getByRole("heading", { name: "Goes well with" })).toBeVisible()
    const title = cart.getByRole("heading", { name: "Your Cart" })
    for (const words of [
      cart.getByRole("link", { name, exact: true }),
      cart.getByText("Subtotal", { exact: true }),
      cart.getByRole("link", { name: "Proceed to Checkout" }),
    ]) {
      await words.scrollIntoViewIfNeeded()
      await expect(words).toBeInViewport({ ratio: 0.99 })
      await expect(title).toBeInViewport({ ratio: 0.99 })
      expect(await words.evaluate(brokenWords)).toEqual([])
    }
    const widerThanTheCart = await cart.evaluate((panel) =>
      [panel, ...panel.querySelectorAll(".cart-drawer__lines")].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    )
    expect(widerThanTheCart).toEqual([])
    expect(await smallTargets(page)).toEqual([])
  })

test("at 320 px and text of twice the size a price stays in one piece, and the bar's button on the screen", async ({
  page,
  shop,
}) => {
  const { slug } = await aProduct(shop.storefrontUrl, isPlentiful)
  await page.setViewportSize({ width: 320, height: 700 })
  const enlarge = () => page.evaluate(() => (document.documentElement.style.fontSize = "200%"))
  await visit(page, "/products")
  await enlarge()
  const price = page
    .getByRole("main")
    .getByRole("article")
    .first()
    .getByText(/^£\d+\.\d\d$/)
  expect(await price.evaluate((element) => element.getClientRects().length)).toBe(1)
  await visit(page, `/product/${slug}`)
  await enlarge()
  await page.getByRole("heading", { name: "Ingredients and nutrition" }).scrollIntoViewIfNeeded()
  const button = page.getByRole("button", { name: "Add to Cart" }).last()
  await expect(button).toBeInViewport({ ratio: 1 })
  expect((await button.boundingBox())?.y).toBeGreaterThan(400)
})

test("the phone's menu has the categories, each with its picture, on a page that shows none", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, "/faq")
  await page.getByRole("button", { name: "Open menu" }).click()
  const menu = page.getByRole("navigation", { name: "Main" })
  for (const name of ["Gummies", "Honey", "Natural Sugars", "Plant Concentrates"]) {
    const link = menu.getByRole("link", { name, exact: true })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect
      .poll(() => link.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  expect(await accessibilityFaults(page)).toEqual([])
  await menu.getByRole("link", { name: "Honey", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Honey" })).toBeVisible()
  await expect(menu).toBeHidden()
})

for (const [width, height] of [
  [360, 800],
  [390, 844],
] as const)
  test(`at ${String(width)} px the home page reaches its first product within 800 px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await visit(page, "/")
    const card = page.getByRole("main").getByRole("article").first()
    expect((await card.boundingBox())?.y).toBeLessThan(800)
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

test("a word that is longer than the screen breaks, in a product's name and in a buyer's", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const long = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
  const { id, name } = await aProduct(shop.storefrontUrl, isPlentiful)
  await page.route(/\/api\/(cart|orders|products)\b(?!.*\/events$)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(name, long) })
  })
  // A stream cannot be read and passed on: without its news the page asks, and gets the long name.
  await page.route(/\/api\/orders\/[^/]+\/events$/, (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "" }),
  )
  await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 1 }])
  await visit(page, "/faq")
  await expect((await openCart(page)).getByRole("link", { name: long })).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)

  await visit(page, "/checkout")
  await page.getByText("Show order").click()
  await expect(page.getByText(long).first()).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  await fillIn(page, {
    ...aLondoner(),
    name: `Ada ${long}`,
    address: `1 ${long}`,
    email: `${long}@example.com`,
  })
  const main = page.getByRole("main")
  await completeOrder(page)
  await expect(main.getByText(long)).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  await main.getByRole("button", { name: "I've Made the Payment" }).click()
  await expect(main.getByText(`Ada ${long}`)).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  await main.getByRole("link", { name: "Follow your order" }).click()
  await expect(main.getByRole("region", { name: "Delivery" })).toContainText(long)
  await expect(main.getByText(long, { exact: true }).first()).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  await main.getByRole("button", { name: "Cancel this order" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
})

test("a page without a connection says so, keeps its picture, and opens by itself", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_INTERNET_DISCONNECTED/)
  browserWatch.allow(MISSING_CODE)
  await visit(page, "/faq")
  const art = page.waitForResponse(/art\/not-found\.svg/)
  await page.mouse.move(100, 100, { steps: 2 })
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

test("without a connection the page of a payment says so in its place, covers nothing, and follows the payment afterwards", async ({
  page,
  context,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_INTERNET_DISCONNECTED/)
  const order = await bitcoinOrder(context.request, shop)
  await visit(page, `/checkout?order=${order.id}`)
  const promise = page.getByText("This page updates by itself within seconds.")
  const offline = page.getByText("You are offline. The shop still sees every payment")
  await expect(promise).toBeVisible()
  // The last code that the page loads.
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible()
  await context.setOffline(true)
  await expect(offline).toBeVisible()
  await expect(promise).toBeHidden()
  await expect(page.getByText("Send the exact amount from your wallet.")).toBeVisible()
  await expect(page.getByText("Your cart is kept.")).toBeHidden()
  expect(await accessibilityFaults(page)).toEqual([])
  await pay(shop.bitcoinUrl, order.bitcoin.address, BigInt(order.bitcoin.amountSats))
  await context.setOffline(false)
  await expect(offline).toBeHidden()
  // Another test's block may confirm it meanwhile.
  await expect(page.getByText(/^Payment (seen|is being confirmed|confirmed)/).first()).toBeVisible()
})
