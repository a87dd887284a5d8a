import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { addFromCard, bringCart, cartButton, openCart, shownTotal } from "../screens/cart"
import { aProduct, card, cards, isPlentiful, plentifulProducts } from "../screens/catalogue"
import { hold } from "../screens/forced"
import { inPounds, penceIn } from "../screens/money"
import { visit } from "../screens/page"

/** Records the page's calls of /api from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** Measures the layout shift of the page. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && "hadRecentInput" in entry && entry.hadRecentInput === false)
          sum += Number(entry.value)
      }
      Object.assign(globalThis, { shifts: sum })
    }).observe({ type: "layout-shift", buffered: true })
  })
  return () => page.evaluate(() => Number(Reflect.get(globalThis, "shifts") ?? 0))
}

const slugOf = async (page: Page, name: string) =>
  (await card(page, name).getByRole("link").getAttribute("href")) ?? ""

test("hovering over a product prefetches it: the click sends no request", async ({
  page,
  shop,
  isMobile,
}) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  const shifts = await watchShifts(page)
  await visit(page, "/products/category/honey")
  const link = card(page, name).getByRole("link")
  const slug = (await slugOf(page, name)).replace("/product/", "")
  const answered = (path: RegExp) =>
    page.waitForResponse((response) => path.test(new URL(response.url()).pathname))
  const prepared = Promise.all([
    answered(new RegExp(`^/api/products/${slug}$`)),
    answered(/^\/api\/categories\/[^/]+$/),
    answered(/^\/api\/categories\/[^/]+\/products$/),
  ])
  if (isMobile) await link.dispatchEvent("pointerdown")
  else await link.hover()
  await prepared

  const calls = callsOf(page)
  await link.click()
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
  await expect(page.getByRole("heading", { name: "You May Also Like" })).toBeVisible()
  expect(calls.filter((call) => call.includes("/api/products/") || call.includes("/api/categories"))).toEqual(
    [],
  )

  await page.goBack()
  await expect(card(page, name)).toBeVisible()
  expect(calls.filter((call) => call.includes("/api/products"))).toEqual([])
  expect(await shifts()).toBeLessThan(0.01)
})

test("a product that was not prefetched opens at once with the data of its card", async ({ page, shop }) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  const price = inPounds(penceIn(await card(page, name).innerText()))
  const slug = (await slugOf(page, name)).replace("/product/", "")
  const release = await hold(page, new RegExp(`/api/products/${slug}$`))
  // A click by script, without pointing first.
  await card(page, name)
    .getByRole("link")
    .evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
  await expect(page.getByRole("main")).toContainText(price)
  await expect(page.getByRole("main").getByRole("img", { name })).toBeVisible()
  await release()
})

test("moving the pointer across a whole list prefetches nothing", async ({ page }) => {
  await page.clock.install()
  await visit(page, "/products")
  await page.waitForLoadState("networkidle")
  const calls = callsOf(page)
  const links = cards(page).getByRole("link")
  const count = await links.count()
  await links.evaluateAll((all) => {
    for (const link of all) {
      link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
      link.dispatchEvent(new PointerEvent("pointerout", { bubbles: true }))
    }
  })
  await page.clock.runFor(1000)
  expect(count).toBeGreaterThan(20)
  expect(calls).toEqual([])
})

test("with data saving on, only a press prefetches", async ({ page, shop }) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await page.clock.install()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
  )
  await visit(page, "/products/category/honey")
  await page.waitForLoadState("networkidle")
  const calls = callsOf(page)
  const link = card(page, name).getByRole("link")
  await link.hover()
  await link.focus()
  await page.clock.runFor(1000)
  expect(calls).toEqual([])
  await link.dispatchEvent("pointerdown")
  await expect.poll(() => calls.length).toBeGreaterThan(0)
})

test("the cart's quantity changes at once, its total waits for the server", async ({ page, shop }) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  const pence = penceIn(await card(page, name).innerText())
  const release = await hold(page, /\/api\/cart$/)
  await page.getByRole("button", { name: `Add ${name} to cart`, exact: true }).click()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
  const drawer = await openCart(page)
  await expect(drawer.getByRole("link", { name })).toBeVisible()
  await expect(shownTotal(drawer).getByText("£")).toBeHidden()
  await release()
  await expect(shownTotal(drawer)).toContainText(inPounds(pence))
})

test("a press before hydration takes effect afterwards, and a repeated one is not counted twice", async ({
  page,
  shop,
}) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  const release = await hold(page, /\/assets\/react-/)
  await page.goto("/products/category/honey")
  const add = page.getByRole("button", { name: `Add ${name} to cart`, exact: true })
  await add.click()
  await add.click()
  await expect(add).toHaveAttribute("aria-busy", "true")
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 0 items")
  await release()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
  await page.waitForLoadState("networkidle")
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
  await expect(add).not.toHaveAttribute("aria-busy")
})

test("a press in a part whose code follows later waits for it: the contact form on the home page", async ({
  page,
}) => {
  const release = await hold(page, /\/assets\/home-sections-/)
  await visit(page, "/")
  const send = page.getByRole("button", { name: "Send Message" })
  await send.click()
  await expect(send).toHaveAttribute("aria-busy", "true")
  await release()
  await expect(page.getByText("Please check the form")).toBeVisible()
  await expect(send).not.toHaveAttribute("aria-busy")
})

test("presses before hydration take effect in their order: one more, then add to cart, adds two", async ({
  page,
  shop,
}) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await page.goto("/products/category/honey")
  const product = await card(page, name).getByRole("link").first().getAttribute("href")
  const release = await hold(page, /\/assets\/react-/)
  await page.goto(String(product))
  const more = page.getByRole("group", { name: `Quantity of ${name}` }).getByRole("button", { name: /more/i })
  await more.click()
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click()
  await release()
  await expect(page.getByText(`${name} has been added to your cart.`)).toBeVisible()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 2 items")
})

test("choices made before hydration are kept: a list's sort order, delivery and payment", async ({
  page,
  shop,
}) => {
  const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
  const release = await hold(page, /\/assets\/react-/)
  await page.goto("/products")
  await page.getByLabel("Sort By").selectOption("price-high")
  await release()
  await expect(page).toHaveURL(/sort=price-high$/)

  const releaseCheckout = await hold(page, /\/assets\/react-/)
  await page.goto("/checkout")
  await page.getByRole("radio", { name: "Card" }).check()
  await page.getByRole("radio", { name: /Special Delivery/ }).check()
  await releaseCheckout()
  await expect(page.getByText("You pay on the secure page of Stripe")).toBeVisible()
  const summary = page.getByRole("region", { name: "Order summary" })
  await expect(summary).toContainText("£13.00")
  // Twice: a restored choice must survive the next reload too.
  for (let reload = 0; reload < 2; reload++) {
    await page.reload()
    await expect(summary).toContainText("£13.00")
    await expect(page.getByRole("radio", { name: "Card" })).toBeChecked()
  }
})

test("amounts that wait for the shop's answer keep their place and are not shown", async ({ page, shop }) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  await addFromCard(page, name)
  const drawer = await openCart(page)
  const foot = drawer.locator("footer")
  const heightOfFoot = () => foot.evaluate((element) => element.clientHeight)
  const before = await shownTotal(foot).innerText()
  const height = await heightOfFoot()

  const release = await hold(page, /\/api\/cart\/cali_/)
  await drawer.getByRole("button", { name: `One ${name} more` }).click()
  await expect(foot.getByText("£").filter({ visible: true })).toHaveCount(0)
  expect(await heightOfFoot()).toBe(height)

  await release()
  await expect(shownTotal(foot)).not.toHaveText(before)
  expect(await heightOfFoot()).toBe(height)
})

test("quick presses are sent as one change with the last quantity, even when the page is left at once", async ({
  page,
  shop,
}) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  await addFromCard(page, name)
  const calls = callsOf(page)
  const drawer = await openCart(page)
  const quantity = drawer.getByRole("group", { name: `Quantity of ${name}` })
  const more = quantity.getByRole("button", { name: /more/i })
  // All four within two frames, however long a click by Playwright takes on this machine.
  await more.evaluate(async (button: HTMLElement) => {
    for (let press = 0; press < 4; press++) {
      button.click()
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
  await expect(quantity.getByRole("status")).toHaveText("5")
  await expect(drawer.locator("footer")).toHaveAttribute("aria-busy", "false")
  const changes = calls.filter((call) => call.startsWith("PATCH"))
  expect(changes.length).toBeLessThan(4)

  await more.click()
  await page.goto("/about")
  const cartId = await page.evaluate(() => String(localStorage.getItem("cart-id")))
  await expect
    .poll(async (): Promise<unknown> => (await page.request.get(`/api/cart/${cartId}`)).json())
    .toMatchObject([{ quantity: 6 }])
})

test("a reload right after a press shows the new quantity, however late the change reaches the shop", async ({
  page,
  shop,
}) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  await addFromCard(page, name)
  const drawer = await openCart(page)
  await expect(drawer.locator("footer")).toHaveAttribute("aria-busy", "false")
  let isFirst = true
  await page.route(/\/api\/cart\/cali_/, async (route) => {
    // The request that outlives the page is lost. The next page's is not.
    if (!isFirst) return route.continue()
    isFirst = false
    return route.abort("aborted")
  })
  await drawer
    .getByRole("group", { name: `Quantity of ${name}` })
    .getByRole("button", { name: /more/i })
    .click()
  await page.reload()
  const reopened = await openCart(page)
  await expect(reopened.getByRole("group", { name: `Quantity of ${name}` }).getByRole("status")).toHaveText(
    "2",
  )
})

test("a change in another tab shows in this one", async ({ page, context, shop }) => {
  const [first, second] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  await addFromCard(page, first)
  const other = await context.newPage()
  await other.goto("/products/category/honey")
  await expect(cartButton(other)).toHaveAccessibleName("Cart, 1 item")
  await addFromCard(other, second)
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 2 items")
  await addFromCard(page, second)
  await expect(cartButton(other)).toHaveAccessibleName("Cart, 3 items")
})

test("Back restores the scroll position, a new page starts at the top, and transitions respect reduced motion", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const start = Reflect.get(document, "startViewTransition")
    if (typeof start !== "function") return
    Object.assign(globalThis, { transitions: 0 })
    Object.assign(document, {
      startViewTransition: (change: unknown) => {
        Object.assign(globalThis, { transitions: Number(Reflect.get(globalThis, "transitions")) + 1 })
        const transition: unknown = Reflect.apply(start, document, [change])
        return transition
      },
    })
  })
  const transitions = () => page.evaluate(() => Number(Reflect.get(globalThis, "transitions")))
  const place = () => page.evaluate(() => Math.round(scrollY))
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion })
    await visit(page, "/products")
    const link = cards(page).getByRole("link").last()
    await link.scrollIntoViewIfNeeded()
    const before = await place()
    expect(before).toBeGreaterThan(0)
    await link.click()
    await expect(page).toHaveURL(/\/product\//)
    await expect.poll(place).toBe(0)
    await page.goBack()
    await expect(link).toBeVisible()
    await expect.poll(place).toBe(before)
    expect(await transitions()).toBe(0)
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ", exact: true }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await expect.poll(place).toBe(0)
    expect((await transitions()) > 0).toBe(reducedMotion === "no-preference")
  }
})
