import type { Page, Route } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { addFromCard, bringCart, cartButton, openCart } from "../screens/cart"
import { aProduct, isPlentiful, plentifulProducts } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { hold, MISSING_CODE } from "../screens/forced"
import { follow, visit } from "../screens/page"

/** A release removed the file, or the connection dropped. */
const LOSSES: Record<string, (route: Route) => Promise<void>> = {
  "a release has removed": (route) => route.fulfill({ status: 404, body: "" }),
  "the network has lost": (route) => route.abort("connectionreset"),
}
/** The browser's messages about them. */
const MISSING = new RegExp(`status of 404|net::ERR_CONNECTION_RESET|${MISSING_CODE.source}`)

/** Loses matching files. @returns a function that brings them back */
async function lose(page: Page, files: RegExp, how: (route: Route) => Promise<void>): Promise<() => void> {
  let isLost = true
  await page.route(files, (route) => (isLost ? how(route) : route.fallback()))
  return () => void (isLost = false)
}

const notice = (page: Page) => page.getByText("Part of this page could not be loaded")
const heading = (page: Page) => page.getByRole("heading", { level: 1 })

for (const [loss, how] of Object.entries(LOSSES))
  test(`what opens on a page says so when ${loss} its code; the page stays, and a reload brings it`, async ({
    page,
    shop,
    isMobile,
    browserWatch,
  }) => {
    browserWatch.allow(MISSING)
    const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
    await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
    const restoreScripts = await lose(
      page,
      /\/assets\/(cart-panel|cart-drawer|sign-in-dialog|search-sugg)/,
      how,
    )
    await visit(page, "/products")
    await page.getByPlaceholder("Search products...").pressSequentially("honey")
    await expect(page).toHaveURL(/search=honey$/)
    await expect(notice(page)).toBeHidden()

    await cartButton(page).click()
    await expect(notice(page)).toBeVisible()
    if (isMobile) await page.getByRole("button", { name: "Open menu" }).click()
    await page.getByRole("button", { name: "Sign In" }).filter({ visible: true }).click()
    await expect(heading(page)).toHaveText("All Products")
    await expect(page.getByRole("dialog")).toBeHidden()
    await follow(page, "FAQ")
    await expect(page).toHaveURL(/\/faq$/)

    restoreScripts()
    await page.getByRole("link", { name: "Reload" }).click()
    await expect(notice(page)).toBeHidden()
    await openCart(page)
    await expect(page).toHaveURL(/\/faq$/)
  })

test("a page whose scripts a release has removed is loaded once more, and works", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(MISSING)
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  let documents = 0
  page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  await page.route(/\/assets\/shared-/, (route) =>
    documents === 1 ? route.fulfill({ status: 404, body: "" }) : route.fallback(),
  )
  await visit(page, "/products/category/honey")
  await addFromCard(page, name)
  expect(documents).toBe(2)
})

test("a page whose scripts stay away says that its buttons do not work, and its links do", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(MISSING)
  const restoreScripts = await lose(page, /\/assets\/shared-/, (route) => route.abort("connectionreset"))
  await page.goto("/faq")
  await expect(notice(page)).toContainText("some buttons may not work")
  await follow(page, "About")
  await expect(page).toHaveURL(/\/about$/)
  await expect(notice(page)).toBeVisible()
  restoreScripts()
  await page.getByRole("link", { name: "Reload" }).click()
  await expect(notice(page)).toBeHidden()
  await openCart(page)
})

test("a press that the missing scripts would lose is not reloaded away in silence", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(MISSING)
  const release = await hold(page, /\/assets\/react-/)
  await lose(page, /\/assets\/shared-/, (route) => route.fulfill({ status: 404, body: "" }))
  await page.goto("/faq")
  await cartButton(page).click()
  await expect(cartButton(page)).toHaveAttribute("aria-busy", "true")
  await release()
  await expect(notice(page)).toBeVisible()
  await expect(cartButton(page)).not.toHaveAttribute("aria-busy")
})

test("a message whose code is slow is shown for its whole time afterwards", async ({ page, shop }) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await page.clock.install()
  const release = await hold(page, /\/assets\/overlays-/)
  await visit(page, "/products/category/honey")
  await page.getByRole("button", { name: `Add ${name} to cart`, exact: true }).click()
  await expect(page.getByRole("button", { name: `${name} added to cart`, exact: true })).toBeVisible()
  await page.clock.runFor(10_000)
  await release()
  await expect(page.getByText(`${name} has been added to your cart.`)).toBeVisible()
})

const NOT_SENT = "Nothing was sent. The shop could not be reached. Please try again in a moment."
const notSent = (page: Page) => page.getByRole("alert").filter({ hasText: NOT_SENT })

test("an order that cannot be checked without a network is not placed, also not by itself when the network is back", async ({
  page,
  context,
  shop,
  staff,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
  const buyer = aLondoner()
  await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
  await visit(page, "/checkout")
  await fillIn(page, buyer)
  // The form is kept. The rules of the new page's form wait for an interaction.
  await visit(page, "/checkout")
  await expect(page.getByText("By completing your order you agree to pay")).toBeVisible()
  const orders: string[] = []
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/orders")) orders.push(request.url())
  })
  await page.waitForLoadState("networkidle")
  await context.setOffline(true)
  await page.getByRole("button", { name: "Complete Order" }).click()
  await expect(notSent(page)).toBeInViewport()
  const rules = page.waitForEvent("requestfinished", (request) => request.url().includes("/late-parsers-"))
  await context.setOffline(false)
  await rules
  await expect(page.getByText("You are offline")).toBeHidden()
  expect(orders).toEqual([])
  expect(await staff.ordersOf(buyer.email)).toEqual([])
  await completeOrder(page)
  expect(orders).toHaveLength(1)
})

test("a message that cannot be checked without a network is not sent, and says so", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_INTERNET_DISCONNECTED/)
  await visit(page, "/contact")
  await page.waitForLoadState("networkidle")
  await context.setOffline(true)
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(notSent(page)).toBeInViewport()
  await context.setOffline(false)
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(
    page.getByRole("alert").filter({ hasText: "Name must be at least 2 characters." }),
  ).toBeVisible()
  await expect(notSent(page)).toBeHidden()
})

test("a form on a network that stalls shows that it waits, then that nothing was sent, and sends nothing by itself later", async ({
  page,
}) => {
  await page.clock.install()
  const release = await hold(page, /\/assets\/late-parsers-/)
  await visit(page, "/orders/find")
  const asked: string[] = []
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(new URL(request.url()).pathname)
  })
  await page.getByLabel("Order number").fill("7001")
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com")
  const send = page.getByRole("button", { name: "Email me the link" })
  const form = page.getByRole("form", { name: "Find an order" })
  await send.click()
  await expect(form).toHaveAttribute("aria-busy", "true")
  await page.clock.runFor(20_000)
  await expect(notSent(page)).toBeInViewport()
  await expect(form).not.toHaveAttribute("aria-busy")
  const rules = page.waitForEvent("requestfinished", (request) => request.url().includes("/late-parsers-"))
  await release()
  await rules
  await page.clock.runFor(1000)
  expect(asked).toEqual([])
  await send.click()
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible()
  expect(asked).toEqual(["/api/orders/find"])
})

test("a form whose rules a release has removed asks for a reload, and not for another connection", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(MISSING)
  const restoreRules = await lose(page, /\/assets\/late-parsers-/, (route) =>
    route.fulfill({ status: 404, body: "" }),
  )
  await visit(page, "/orders/find")
  await page.getByRole("button", { name: "Email me the link" }).click()
  await expect(
    page.getByRole("alert").filter({ hasText: "Nothing was sent. Please reload this page, and try again." }),
  ).toBeVisible()
  await expect(notice(page)).toBeVisible()
  restoreRules()
  await page.getByRole("link", { name: "Reload" }).click()
  await expect(notice(page)).toBeHidden()
  await page.getByRole("button", { name: "Email me the link" }).click()
  await expect(page.getByLabel("Order number")).toBeFocused()
})

test("a dialog whose code is slow says so; Escape, or another page, ends the wait", async ({ page }) => {
  const release = await hold(page, /\/assets\/(cart-panel|cart-drawer)/)
  await visit(page, "/faq")
  const loading = page.getByRole("status").filter({ hasText: "Loading..." })
  await cartButton(page).click()
  await expect(loading).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(loading).toBeHidden()
  await cartButton(page).click()
  await expect(loading).toBeVisible()
  await follow(page, "About")
  await expect(page).toHaveURL(/\/about$/)
  await expect(loading).toBeHidden()
  const arrived = page.waitForResponse(/\/assets\/cart-panel/)
  await release()
  await (await arrived).finished()
  await expect(page.getByRole("dialog")).toBeHidden()
  await openCart(page)
})
