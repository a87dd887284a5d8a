import type { Page } from "@playwright/test"
import { placedOrderSchema, problemSchema } from "@shop/contracts"
import { scanQr } from "../fixtures/qr-scanner"
import { expect, test } from "../fixtures/test"
import { haveOrder, withLightning } from "../gallery/made-up"
import { accessibilityFaults } from "../screens/accessibility"
import { aCartId, bringCart, cartButton, openCart } from "../screens/cart"
import { aProduct, card, cards, isPlentiful } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { answer, answerJson, cut, CUT, fail, FAILURE, hold, refuse } from "../screens/forced"
import { follow, visit } from "../screens/page"
import { payWithCard, VISA } from "../screens/payment-page"
import { dismissToast, expectToast, toast, toastRegion } from "../screens/toasts"

const skeletons = (page: Page) => page.getByRole("main").locator(".skeleton-card")
/** Opens the checkout with one product in the cart. */
async function beginCheckout(page: Page, shop: string): Promise<void> {
  const { id } = await aProduct(shop, isPlentiful)
  await bringCart(page, shop, [{ productId: id, quantity: 1 }])
  await visit(page, "/checkout")
}

const CART_ID = { path: /\/api\/cart$/, method: "POST" }

test("the mobile menu opens, and closes on navigation, on a press outside and when the focus leaves", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await visit(page, "/")
  const menu = page.getByRole("navigation", { name: "Main" })
  const button = page.getByRole("button", { name: "Open menu" })
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu).toBeVisible()
  await expect(page.getByRole("button", { name: "Close menu" })).toHaveAttribute("aria-expanded", "true")
  expect(await accessibilityFaults(page)).toEqual([])
  await menu.getByRole("link", { name: "About" }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(menu).toBeHidden()

  await button.click()
  await page.mouse.click(195, 780)
  await expect(menu).toBeHidden()

  await button.click()
  await page.getByRole("main").focus()
  await expect(menu).toBeHidden()
})

test("the home page shows four placeholders while it loads, and a link when loading fails", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  // Every page comes with the categories, for the menu.
  const calls = /\/api\/products\/featured$/
  const letGo = await hold(page, calls)
  await visit(page, "/faq")
  await follow(page, "Home")
  await expect(page.getByRole("region", { name: "Featured Products" }).locator(".skeleton-card")).toHaveCount(
    4,
  )
  await expect(page.getByRole("region", { name: "Shop By Category" }).getByRole("link")).toHaveCount(4)
  expect(await accessibilityFaults(page)).toEqual([])
  await letGo()
  await expect(page.getByRole("region", { name: "Featured Products" }).getByRole("article")).toHaveCount(4)

  const recover = await fail(page, calls)
  await visit(page, "/faq")
  await follow(page, "Home")
  await expect(page.getByRole("alert")).toHaveText([/our featured products/])
  expect(await accessibilityFaults(page)).toEqual([])
  await recover()
  await page
    .getByRole("region", { name: "Featured Products" })
    .getByRole("button", { name: "Try again" })
    .click()
  await expect(skeletons(page)).toHaveCount(0)
  await expect(page.getByRole("alert")).toHaveCount(0)

  await answerJson(page, calls, [])
  await visit(page, "/faq")
  await follow(page, "Home")
  await expect(page.getByRole("heading", { name: "Shop By Category" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Featured Products" })).toBeHidden()
})

test("a list shows eight placeholders while it loads, a link when it fails, and both kinds of empty result", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  const lists = /\/api\/products(\?|$)/
  const letGo = await hold(page, lists)
  await visit(page, "/faq")
  await follow(page, "Products")
  await expect(skeletons(page)).toHaveCount(8)
  await expect(page).toHaveTitle(/All products/)
  await letGo()
  await expect(cards(page).first()).toBeVisible()

  const recover = await fail(page, lists)
  await page.getByLabel("Sort By").selectOption("price-low")
  await expect(page.getByRole("alert")).toContainText("We could not load the products")
  expect(await accessibilityFaults(page)).toEqual([])
  await recover()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(cards(page).first()).toBeVisible()

  const search = page.getByPlaceholder("Search products...", { exact: true })
  await search.fill("marzipan-submarine")
  await expect(page.getByText("No products found", { exact: true })).toBeVisible()
  await expect(
    page.getByText("No products match the search term marzipan-submarine", { exact: true }),
  ).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("button", { name: "Clear Search" }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect(search).toHaveValue("")
  await expect(search).toBeFocused()

  await answerJson(page, lists, [])
  await follow(page, "Honey")
  await expect(page.getByText("No products found", { exact: true })).toBeVisible()
  await expect(
    page.getByText("No products are available in this category at the moment.", { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole("button", { name: "Clear Search" })).toHaveCount(0)
})

test("a category and a product show a title and a skeleton while they load, and a link when they fail", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  // The drawer loads the featured products, so their pages are known.
  const product = await aProduct(shop.storefrontUrl, (one) => isPlentiful(one) && !one.featured)
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 1 }])
  const letCategoryGo = await hold(page, /\/api\/categories\/gummies$/)
  await visit(page, "/faq")
  await follow(page, "Gummies")
  await expect(skeletons(page)).toHaveCount(8)
  await expect(page).toHaveTitle(/^Loading/)
  expect(await accessibilityFaults(page)).toEqual([])
  await letCategoryGo()
  await expect(page.getByRole("heading", { level: 1, name: "Gummies" })).toBeVisible()

  // A product that no card has shown yet.
  const letProductGo = await hold(page, new RegExp(`/api/products/${product.slug}$`))
  await visit(page, "/faq")
  const drawer = await openCart(page)
  await drawer.getByRole("link", { name: product.name }).click()
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible()
  await expect(page).toHaveTitle(/^Loading/)
  expect(await accessibilityFaults(page)).toEqual([])
  await letProductGo()
  await expect(page.getByRole("button", { name: "Add to Cart" })).toBeVisible()

  // Before the page loads, because it might prefetch the response.
  const recover = await fail(page, /\/api\/(products|categories)\/[a-z-]+$/)
  await visit(page, "/faq")
  await follow(page, "Natural Sugars")
  await expect(page.getByRole("alert")).toContainText("We could not load this category")
  await expect(page).toHaveTitle(/^Something went wrong/)
  await recover()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Natural Sugars" })).toBeVisible()
})

test("adding from a card shows pending, then added for two seconds and a toast for three; a failure shows an error", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  const { name } = await aProduct(shop.storefrontUrl, isPlentiful)
  await page.clock.install()
  await visit(page, `/products?search=${encodeURIComponent(name)}`)
  const button = card(page, name).getByRole("button")
  const letGo = await hold(page, CART_ID)
  await button.click()
  await expect(button).toBeDisabled()
  await expect(button.locator(".spinner")).toBeVisible()
  // The count does not wait for the server.
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
  // Far enough in the future for a slow machine. The request is held, and no other timer runs yet.
  await page.clock.pauseAt(Date.now() + 5000)
  await letGo()
  const after = async (ms: number) => page.clock.runFor(ms)
  await expect(async () => {
    await after(10)
    await expect(button).toHaveAccessibleName(`${name} added to cart`, { timeout: 50 })
  }).toPass()
  await expect(button).toBeDisabled()
  // The code of the first toast may come now, and shows it in the next frame.
  await expect(async () => {
    await after(5)
    await expect(toast(page)).toHaveCount(1, { timeout: 50 })
  }).toPass()
  await expectToast(page, "Added to cart", `${name} has been added to your cart.`)
  await after(1700)
  await expect(button).toHaveAccessibleName(`${name} added to cart`)
  await after(350)
  await expect(button).toHaveAccessibleName(`Add ${name} to cart`)
  await expect(button).toBeEnabled()
  await after(750)
  await expect(toast(page)).toHaveCount(1)
  await after(300)
  await expect(toast(page)).toHaveCount(0)

  await page.clock.resume()
  await refuse(page, CART_ID)
  await button.click()
  await expectToast(page, "Error", `Failed to add ${name} to cart.`)
  await expect(toast(page)).toHaveClass(/destructive/)
  await expect(toastRegion(page).locator("[aria-live]")).toHaveAttribute("aria-live", "assertive")
  expect(await accessibilityFaults(page)).toEqual([])
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
})

test("on a product's page the button shows its progress, and Buy Now opens the checkout with the quantity", async ({
  page,
  shop,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${product.slug}`)
  const letGo = await hold(page, CART_ID)
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click()
  await expect(page.getByRole("button", { name: "Adding to Cart...", exact: true })).toBeDisabled()
  await letGo()
  await expect(page.getByRole("button", { name: "Added to Cart", exact: true })).toBeDisabled()
  await expect(page.getByRole("button", { name: "Add to Cart", exact: true })).toBeEnabled()
  await page
    .getByRole("group", { name: /^Quantity/ })
    .getByRole("button")
    .last()
    .click()
  await page.getByRole("button", { name: "Buy Now" }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole("region", { name: "Order summary" })).toContainText("× 3")
})

test("toasts appear one at a time, F8 focuses and holds them, a swipe of 50 pixels dismisses them", async ({
  page,
}) => {
  const products = page.getByRole("button", { name: /^Add .+ to cart$/ })
  await page.clock.install()
  await visit(page, "/products?sort=price-high")
  const [first, second] = await products.evaluateAll((buttons) =>
    buttons.map((button) => button.ariaLabel?.replace(/^Add (.+) to cart$/, "$1")),
  )
  await products.nth(0).click()
  await expectToast(page, "Added to cart", `${String(first)} has been added to your cart.`)
  await card(page, String(second)).getByRole("button").click()
  await expectToast(page, "Added to cart", `${String(second)} has been added to your cart.`)

  await page.keyboard.press("F8")
  await expect(toastRegion(page)).toBeFocused()
  // From here on the test controls the time, however busy the machine is. The jump ends no timer.
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.keyboard.press("Tab")
  await expect(toast(page).getByRole("button", { name: "View cart" })).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(toast(page).getByRole("button", { name: "Dismiss" })).toBeFocused()
  await page.clock.runFor(3200)
  await expect(toast(page)).toHaveCount(1)

  const swipe = async (px: number) => {
    const box = await toast(page).boundingBox()
    if (!box) throw new Error("There is no toast to swipe")
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + px, y, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(45)
  await expect(toast(page)).toHaveCount(1)
  await swipe(-52)
  await expect(toast(page)).toHaveCount(0)
})

test("the place of toasts is empty for a frame before the first one, so that a screen reader announces it", async ({
  page,
  shop,
}) => {
  const { name } = await aProduct(shop.storefrontUrl, isPlentiful)
  await page.addInitScript(() => {
    let frame = 0
    const count = () => {
      frame += 1
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    new MutationObserver(() => {
      for (const part of ["toaster", "toast"])
        if (document.querySelector(`.${part}`)) document.documentElement.dataset[part] ??= String(frame)
    }).observe(document, { childList: true, subtree: true })
  })
  await visit(page, "/products")
  // Its code comes when there is something to say.
  await page.route(/\/assets\/overlays-/, async (route) => {
    await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
    await route.continue()
  })
  await card(page, name).getByRole("button").click()
  await expectToast(page, "Added to cart", `${name} has been added to your cart.`)
  const cameAt = async (part: string) => Number(await page.locator("html").getAttribute(`data-${part}`))
  expect(await cameAt("toast")).toBeGreaterThan(await cameAt("toaster"))
})

test("a tooltip appears after 700 ms, the next one immediately, and Escape hides it", async ({ page }) => {
  await page.clock.install()
  await visit(page, "/contact")
  // The first movement loads the code of tooltips and toasts.
  await page.mouse.move(300, 600, { steps: 2 })
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeAttached()
  await page.clock.pauseAt(Date.now() + 60_000)
  const tooltip = page.locator("[role=tooltip]")
  await cartButton(page).hover()
  await page.clock.runFor(690)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip).toHaveText("Cart, 0 items")
  await page.keyboard.press("Escape")
  await expect(tooltip).toHaveCount(0)
  await page.mouse.move(200, 400)
  await page.clock.runFor(200)
  await cartButton(page).hover()
  await expect(tooltip).toHaveCount(1)
})

test("opening a dialog shows no tooltip for the control that it focuses; pointing at the control does", async ({
  page,
}) => {
  await visit(page, "/contact")
  const tooltip = page.locator("[role=tooltip]")
  await page.getByRole("banner").getByRole("link", { name: "Search products" }).focus()
  await page.keyboard.press("Tab")
  await expect(cartButton(page)).toBeFocused()
  // Code that the key has loaded shows it.
  await expect(tooltip).toHaveText("Cart, 0 items")
  await page.keyboard.press("Enter")
  const drawer = page.getByRole("dialog")
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Shift+Tab")
  await expect(tooltip).toHaveText("Close")
})

test("the drawer shows that it is loading, that loading failed, and that a change failed", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 1 }])
  const reading = /\/api\/cart\/cart_/
  const letGo = await hold(page, reading)
  await visit(page, "/about")
  const drawer = await openCart(page)
  await expect(drawer.getByText("Loading your cart...", { exact: true })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await letGo()
  await expect(drawer.getByRole("listitem")).toHaveCount(1)

  const letChange = await hold(page, { path: /\/api\/cart\/cali_/, method: "PATCH" })
  const stepper = drawer.getByRole("group", { name: /^Quantity/ }).getByRole("button")
  await stepper.last().click()
  await expect(drawer.getByRole("group", { name: /^Quantity/ }).getByRole("status")).toHaveText("2")
  // The quantity cannot be reduced while an update runs.
  await expect(stepper.first()).toBeDisabled()
  await letChange()
  await expect(stepper.first()).toBeEnabled()

  const recover = await refuse(page, /\/api\/cart\/cali_/)
  await stepper.last().click()
  await expectToast(page, "Error", "Failed to update your cart.")
  // The toast is announced and reachable although everything outside the drawer is inert.
  await expect(drawer.getByRole("region", { name: "Notifications (F8)" })).toHaveCount(1)
  await dismissToast(page)
  await expect(drawer.getByRole("group", { name: /^Quantity/ }).getByRole("status")).toHaveText("2")
  await recover()

  await refuse(page, reading)
  await visit(page, "/faq")
  await openCart(page)
  await expect(drawer.getByRole("alert")).toContainText("We could not load your cart")
  expect(await accessibilityFaults(page)).toEqual([])
})

test("the checkout shows the specified message at every invalid field and focuses the first", async ({
  page,
  shop,
}) => {
  await beginCheckout(page, shop.storefrontUrl)
  const place = page.getByRole("button", { name: "Complete Order" })
  await expect(page.getByRole("region", { name: "Order summary" }).getByRole("listitem")).toHaveCount(1)
  await place.click()
  const messages = [
    ["Email", "Please enter a valid email address."],
    ["Phone", "Please enter a valid phone number."],
    ["Full name", "Name must be at least 2 characters."],
    ["Address", "Please enter a valid address."],
    ["City", "Please select a city."],
    ["Postcode", "Please enter a valid UK postcode."],
  ] as const
  const summary = page.getByRole("alert")
  for (const [label, message] of messages) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute("aria-invalid", "true")
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${message}`))
    await expect(summary).toContainText(message)
  }
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])

  const buyer = aLondoner()
  await fillIn(page, { ...buyer, postcode: "not one" })
  // One wrong field needs no summary.
  await expect(summary).toHaveCount(0)
  await place.click()
  await expect(page.getByLabel("Postcode", { exact: true })).toBeFocused()
  await page.getByLabel("Postcode", { exact: true }).fill(buyer.postcode)
  await expect(summary).toHaveCount(0)
})

test("an order in progress shows Processing...; a failed one shows an error and can be retried", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  await beginCheckout(page, shop.storefrontUrl)
  await fillIn(page, aLondoner())
  await page.getByRole("radio", { name: "Card" }).check()
  const placing = { path: /\/api\/orders$/, method: "POST" }
  const recover = await refuse(page, placing)
  await page.getByRole("button", { name: "Complete Order" }).click()
  await expectToast(page, "Checkout failed", "There was a problem processing your order. Please try again.")
  await expect(toast(page)).toHaveClass(/destructive/)
  await recover()

  const letGo = await hold(page, placing)
  // Playwright waits for the payment page and sees nothing of this one meanwhile, so the page itself records it.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (!document.body.innerText.includes("Processing your order...")) return
      const count = (selector: string) => document.querySelectorAll(selector).length
      const seen = { lines: count(".order-summary__lines > li"), dialogs: count("dialog[open]") }
      sessionStorage.setItem("seen", JSON.stringify(seen))
    }).observe(document.body, { subtree: true, childList: true })
  })
  await page.getByRole("button", { name: "Complete Order" }).click()
  await expect(page.getByRole("button", { name: "Processing...", exact: true })).toBeDisabled()
  await letGo()
  await payWithCard(page, VISA)
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
  const seen = await page.evaluate(() => sessionStorage.getItem("seen"))
  expect(JSON.parse(seen ?? "null")).toEqual({ lines: 1, dialogs: 0 })
  await expect(page.getByText("A confirmation email has been sent to you.")).toBeVisible()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 0 items")
  expect(await accessibilityFaults(page)).toEqual([])
})

test("an order that the shop does not answer is sent again, and the shopper is told", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(/status of 503|answered 503/)
  await beginCheckout(page, shop.storefrontUrl)
  await fillIn(page, aLondoner())
  const placing = { path: /\/api\/orders$/, method: "POST" }
  // The first call fails, the second one waits until axe has seen the notice.
  const letGo = await hold(page, placing)
  const recover = await answer(page, placing, { status: 503, code: "unavailable", detail: "Busy." })
  await page.getByRole("button", { name: "Complete Order" }).click()
  await expect(page.getByRole("status").filter({ hasText: "We are trying again." })).toBeVisible()
  await recover()
  expect(await accessibilityFaults(page)).toEqual([])
  await letGo()
  await expect(page.getByRole("heading", { level: 1, name: /^Pay £.+ with Bitcoin$/ })).toBeFocused()
})

test("the address to pay comes with the answer to the order: it is shown though the order cannot be read", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  await beginCheckout(page, shop.storefrontUrl)
  await fillIn(page, aLondoner())
  await refuse(page, { path: /\/api\/orders\/[^/]+(\/events)?$/, method: "GET" })
  const order = await completeOrder(page)
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { level: 1, name: /^Pay £.+ with Bitcoin$/ })).toBeFocused()
  const groups = await main.locator(".pay-details__address > span").allInnerTexts()
  expect(groups.join("")).toBe(order.bitcoinAddress)
})

test("an order in Bitcoin without an address leads to the success view, which leads to the payment once there is one", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  await beginCheckout(page, shop.storefrontUrl)
  await fillIn(page, aLondoner())
  const ready = await refuse(page, { path: /\/api\/orders\/[^/]+(\/events)?$/, method: "GET" })
  await page.route("**/api/orders", async (route) => {
    const response = await route.fetch()
    const placed = placedOrderSchema.parse(await response.json())
    await route.fulfill({ response, json: { ...placed, bitcoinAddress: null, bitcoin: null } })
  })
  await page.getByRole("button", { name: "Complete Order" }).click()
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { level: 1, name: "Order Successful!" })).toBeFocused()
  await expect(main.getByText("Bitcoin payment still to come")).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await ready()
  await main.getByRole("link", { name: "Back to the payment" }).click()
  await expect(main.getByRole("heading", { level: 1, name: /^Pay £.+ with Bitcoin$/ })).toBeVisible()
})

test("submitting the form with an empty cart opens the dialog again", async ({ page }) => {
  await visit(page, "/checkout")
  const dialog = page.getByRole("dialog", { name: "Your cart is empty" })
  await expect(dialog).toContainText("You need to add products to your cart before checking out.")
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await fillIn(page, aLondoner())
  await page.getByRole("button", { name: "Complete Order" }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products")
})

test("with Lightning the code beside the address holds both rails, and one press shows Lightning alone", async ({
  page,
  shop,
  isMobile,
  browserWatch,
}) => {
  browserWatch.allow(CUT)
  const offered = withLightning(25_00n)
  const { invoice, unifiedUri, link } = offered.lightning
  await page.goto(await haveOrder(page, shop.storefrontUrl, { bitcoin: offered }))
  const main = page.getByRole("main")
  if (isMobile) await main.getByRole("radio", { name: "With Lightning" }).check()
  const both = main.getByRole("img", { name: "Bitcoin and Lightning in one code" })
  await expect(both).toHaveAttribute("width", "280")
  await expect.poll(() => scanQr(both)).toBe(unifiedUri)
  expect(await accessibilityFaults(page)).toEqual([])
  await main.getByRole("button", { name: "Lightning only" }).click()
  const only = main.getByRole("img", { name: "The Lightning invoice as a QR code" })
  await expect.poll(() => scanQr(only)).toBe(`LIGHTNING:${invoice.toUpperCase()}`)
  await expect(main.getByRole("link", { name: "Open in wallet" })).toHaveAttribute("href", link)
  await expect(main.getByRole("button", { name: "Copy Lightning invoice" })).toBeVisible()
})

test("the Bitcoin view: the QR code pulses, is drawn or shows an error; confirming can fail; cancelling returns home", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  browserWatch.allow(CUT)
  await beginCheckout(page, shop.storefrontUrl)
  await fillIn(page, aLondoner())
  const drawing = /\/assets\/draw-qr-code[^/]*\.js/
  const letGo = await hold(page, drawing)
  const order = await completeOrder(page)
  const heading = page.getByRole("heading", { level: 1, name: /^Pay £.+ with Bitcoin$/ })
  await expect(heading).toBeFocused()
  const pulsing = page.getByRole("img", { name: "Generating QR code" })
  await expect(pulsing).toHaveAttribute("width", "200")
  expect(await pulsing.evaluate((element) => getComputedStyle(element).animationName)).not.toBe("none")
  expect(await accessibilityFaults(page)).toEqual([])
  await letGo()
  const code = page.getByRole("img", { name: "The Bitcoin address as a QR code" })
  await expect(code).toHaveAttribute("width", "200")
  const main = page.getByRole("main")
  // Read out as it changes.
  await expect(main.getByRole("status").filter({ hasText: "Ready when you are" })).toHaveCount(1)
  await expect(main).toContainText(`${order.bitcoin?.amountBtc ?? "no amount"} BTC`)
  await expect(main).toContainText(`= £${order.total}`)
  const groups = await main.locator(".pay-details__address > span").allInnerTexts()
  expect(groups.slice(0, -1).every(({ length }) => length === 4)).toBe(true)
  expect(groups.join("")).toBe(order.bitcoinAddress)
  for (const note of [/exact amount/, /confirmed on the blockchain/, /10-30 minutes/])
    await expect(main.getByRole("listitem").filter({ hasText: note }).first()).toBeVisible()

  const claiming = { path: /\/api\/orders\/[^/]+\/payment$/, method: "PATCH" }
  const recover = await refuse(page, claiming)
  await page.getByRole("button", { name: "I've Made the Payment" }).click()
  await expectToast(
    page,
    "Payment confirmation failed",
    "There was a problem confirming your payment. Please contact support.",
  )
  await expect(toast(page)).toHaveClass(/destructive/)
  await recover()

  const there = page.url()
  await cut(page, drawing)
  await page.reload()
  await expect(page.getByText("Error generating QR code", { exact: true })).toBeVisible()
  await page.getByRole("link", { name: "Cancel Order" }).click()
  await expect(page).toHaveURL((url) => url.pathname === "/")
  await page.getByRole("region", { name: "Secure Bitcoin Payments" }).scrollIntoViewIfNeeded()
  await expect(page.getByText("Error generating QR code", { exact: true })).toBeVisible()

  await page.goto(there)
  const letClaimGo = await hold(page, claiming)
  const sent = page.waitForRequest((request) => request.method() === "PATCH")
  await page.getByRole("button", { name: "I've Made the Payment" }).click()
  await expect(page.getByRole("button", { name: "Confirming Payment...", exact: true })).toBeDisabled()
  await letClaimGo()
  expect((await sent).postDataJSON()).toEqual({ transactionId: expect.stringMatching(/^tx_\w{10,}$/) })
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
  await expect(page.getByText(`Order number ${String(order.number)}`, { exact: true })).toBeVisible()
  await expect(page.getByRole("link", { name: "Return to Home" })).toHaveAttribute("href", "/")
})

test("the contact form reports invalid fields, shows Sending..., thanks and offers another message, and shows a failure", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  await visit(page, "/contact")
  const form = page.locator("#contact-form")
  const send = form.getByRole("button")
  await send.click()
  for (const [label, message] of [
    ["Name", "Name must be at least 2 characters."],
    ["Email", "Please enter a valid email address."],
    ["Subject", "Subject must be at least 3 characters."],
    [/^Message$/, "Message must be at least 10 characters."],
    [/^I agree/, "You must agree to the terms."],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(message)
    await expect(form.getByRole("alert")).toContainText(message)
  }
  await expect(form.getByLabel("Name")).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])

  await form.getByLabel("Name").fill("Ada Lovelace")
  await form.getByLabel("Email").fill("ada@example.com")
  await form.getByLabel("Subject").fill("Heather honey")
  await form.getByLabel("Message", { exact: true }).fill("Is there more of it this year?")
  await form.getByLabel(/^I agree/).check()
  const sending = { path: /\/api\/contact$/, method: "POST" }
  const recover = await refuse(page, sending)
  await send.click()
  await expectToast(page, "Error", "There was a problem sending your message. Please try again.")
  await expect(form.getByLabel("Message", { exact: true })).toHaveValue("Is there more of it this year?")
  await recover()

  const letGo = await hold(page, sending)
  await send.click()
  await expect(form.getByRole("button", { name: "Sending...", exact: true })).toBeDisabled()
  await letGo()
  await expectToast(page, "Message sent", "Thank you for contacting us. We'll get back to you soon.")
  await expect(form.getByRole("heading", { name: "Message Received" })).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])
  await form.getByRole("button", { name: "Send Another Message" }).click()
  await expect(form.getByLabel("Name")).toHaveValue("")
  await expect(form.getByLabel("Message", { exact: true })).toHaveValue("")
  await expect(form.getByLabel(/^I agree/)).not.toBeChecked()
})

test("the server rejects the same fields with the same messages when the client does not", async ({
  page,
  shop,
}) => {
  const refusals = async (path: string, data: object) => {
    const response = await page.request.post(`${shop.storefrontUrl}${path}`, { data })
    expect(response.status()).toBe(400)
    const { errors = [] } = problemSchema.parse(await response.json())
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
  }
  expect(
    await refusals("/api/contact", {
      name: "A",
      email: "a",
      subject: "Hi",
      message: "Short",
      consent: false,
    }),
  ).toEqual({
    name: "Name must be at least 2 characters.",
    email: "Please enter a valid email address.",
    subject: "Subject must be at least 3 characters.",
    message: "Message must be at least 10 characters.",
    consent: "You must agree to the terms.",
  })
  expect(
    await refusals("/api/orders", {
      email: "a",
      name: "A",
      address: "1 Rd",
      city: "",
      postcode: "12345",
      phone: "0207",
      shippingMethod: "standard",
      paymentMethod: "bitcoin",
      shippingCost: 0,
      total: 1,
      cartId: aCartId(),
    }),
  ).toEqual({
    email: "Please enter a valid email address.",
    name: "Name must be at least 2 characters.",
    address: "Please enter a valid address.",
    city: "Please select a city.",
    postcode: "Please enter a valid UK postcode.",
    phone: "Please enter a valid phone number.",
  })
})

test("the sign-in dialog has its texts and opens from the header and through the window's hooks", async ({
  page,
  browserWatch,
}) => {
  // A shop may run without Google's sign-in; the dialog then says so.
  browserWatch.allow(/firebase\/init\.json/)
  await visit(page, "/faq")
  const dialog = page.getByRole("dialog", { name: "Sign In" })
  await page.evaluate("window.openSignInModal()")
  await expect(dialog).toBeVisible()
  await expect(
    dialog.getByText(
      "Sign in to access your account, track orders, and enjoy a personalized shopping experience.",
      { exact: true },
    ),
  ).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Sign in with Google" })).toBeVisible()
  await expect(
    dialog.getByText("By signing in, you agree to our Terms of Service and Privacy Policy.", { exact: true }),
  ).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.evaluate("window.closeSignInModal()")
  await expect(dialog).toBeHidden()

  const menuButton = page.getByRole("button", { name: "Open menu" })
  if (await menuButton.isVisible()) await menuButton.click()
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(dialog).toBeHidden()
})
