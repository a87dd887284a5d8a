import type { Page } from "@playwright/test"
import { orderSchema, type Order } from "@shop/contracts"
import { expect, test } from "../fixtures/test"
import type { Watch } from "../fixtures/watch"
import { failAtRandom, loseFirstAnswers, slowDown } from "../fixtures/hostile-network"
import type { Staff } from "../fixtures/staff"
import { addFromCard, cartButton, openCart } from "../screens/cart"
import { card, plentifulProducts } from "../screens/catalogue"
import { aLondoner, fillIn, type Buyer } from "../screens/checkout"
import { visit } from "../screens/page"
import { persevere } from "../screens/perseverance"
import type { Stack } from "../stack/stack"

/** The browser's messages about a failing network; the shop itself must log nothing. */
const NETWORK_TROUBLE = [/Failed to load resource/, /^failed: /, /^answered 5\d\d/]

const allowTrouble = (watch: Watch) => NETWORK_TROUBLE.forEach((trouble) => watch.allow(trouble))

const paymentView = (page: Page) => page.getByRole("main").getByRole("img", { name: /QR code/i })
const completeButton = (page: Page) => page.getByRole("button", { name: "Complete Order" })

/** Adds one of a product from its card, with as many attempts as necessary. */
async function addStubbornly(page: Page, name: string, countAfter: number): Promise<void> {
  const button = card(page, name).getByRole("button", {
    name: new RegExp(`^(Add )?${name} (to|added to) cart`),
  })
  await persevere(
    page,
    () => button.click(),
    cartButton(page).and(page.getByLabel(`Cart, ${String(countAfter)} item`)),
  )
}

/** The order in the page's URL, as the backend returns it; the buyer has no other order. */
async function theOneOrder(page: Page, shop: Stack, staff: Staff, { email }: Buyer): Promise<Order> {
  await expect(page).toHaveURL(/order=/)
  const id = new URL(page.url()).searchParams.get("order") ?? ""
  expect(await staff.ordersOf(email)).toEqual([id])
  const response = await fetch(`${shop.backendUrl}/api/orders/${id}`)
  return orderSchema.parse(await response.json())
}

const bought = ({ items }: Order) => Object.fromEntries(items.map(({ name, quantity }) => [name, quantity]))

test("with every tenth call failing, the shopper buys exactly what they chose, once", async ({
  page,
  context,
  shop,
  staff,
  browserWatch,
}) => {
  allowTrouble(browserWatch)
  const [first, second] = await plentifulProducts(shop.storefrontUrl, "honey")
  const buyer = aLondoner()
  const failures = await failAtRandom(context, 7)

  await visit(page, "/products/category/honey")
  await persevere(page, () => Promise.resolve(), card(page, first))
  await addStubbornly(page, first, 1)
  await addStubbornly(page, second, 2)
  const drawer = await openCart(page)
  const quantity = drawer.getByRole("group", { name: `Quantity of ${first}` })
  await quantity.getByRole("button", { name: /more/i }).click()
  await quantity.getByRole("button", { name: /more/i }).click()
  await expect(quantity.getByRole("status")).toHaveText("3")
  await expect(drawer.getByRole("contentinfo").or(drawer.locator("footer"))).toHaveAttribute(
    "aria-busy",
    "false",
  )
  await persevere(
    page,
    () => drawer.getByRole("link", { name: "Proceed to Checkout" }).click(),
    completeButton(page),
  )
  await fillIn(page, buyer)
  await persevere(page, () => completeButton(page).click(), paymentView(page))

  expect(bought(await theOneOrder(page, shop, staff, buyer))).toEqual({ [first]: 3, [second]: 1 })
  expect(failures()).toBeGreaterThan(1)
})

test("requests whose responses were lost are retried, and nothing is done twice", async ({
  page,
  context,
  shop,
  staff,
  browserWatch,
}) => {
  allowTrouble(browserWatch)
  const [first] = await plentifulProducts(shop.storefrontUrl, "honey")
  const buyer = aLondoner()
  await visit(page, "/products/category/honey")
  const lost = await loseFirstAnswers(context)
  await addFromCard(page, first)
  const drawer = await openCart(page)
  const quantity = drawer.getByRole("group", { name: `Quantity of ${first}` })
  await quantity.getByRole("button", { name: /more/i }).click()
  await expect(drawer.locator("footer")).toHaveAttribute("aria-busy", "true")
  await expect(drawer.locator("footer")).toHaveAttribute("aria-busy", "false")
  await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
  await fillIn(page, buyer)
  await completeButton(page).click()
  await expect(paymentView(page)).toBeVisible()

  expect(bought(await theOneOrder(page, shop, staff, buyer))).toEqual({ [first]: 2 })
  expect(lost).toEqual(["POST /api/cart", "PATCH /api/cart/{line}", "POST /api/orders"])
})

test("after a lost response and a reload the page finds its order and returns to it", async ({
  page,
  context,
  shop,
  staff,
  browserWatch,
}) => {
  allowTrouble(browserWatch)
  const [first] = await plentifulProducts(shop.storefrontUrl, "gummies")
  const buyer = aLondoner()
  await visit(page, "/products/category/gummies")
  await addFromCard(page, first)
  await page.goto("/checkout")
  await fillIn(page, buyer)
  let onPlaced = () => {}
  const placed = new Promise<void>((resolve) => (onPlaced = resolve))
  let isCut = true
  await context.route("**/api/orders", async (route) => {
    if (!isCut) return route.fallback()
    await route.fetch()
    onPlaced()
    await route.abort("connectionreset")
  })
  await completeButton(page).click()
  await placed
  isCut = false
  await page.reload()
  await expect(paymentView(page)).toBeVisible()
  expect(bought(await theOneOrder(page, shop, staff, buyer))).toEqual({ [first]: 1 })

  await page.reload()
  await expect(paymentView(page)).toBeVisible()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 0 items")
  await page.goto("/checkout")
  await expect(page.getByRole("dialog", { name: "Your cart is empty" })).toBeVisible()
  await expect(page.getByLabel("Full name", { exact: true })).toHaveValue("")
})

test("without a network the shop says so, keeps cart and form, and continues once the network is back", async ({
  page,
  context,
  shop,
  staff,
  browserWatch,
}) => {
  allowTrouble(browserWatch)
  const [first] = await plentifulProducts(shop.storefrontUrl, "gummies")
  const buyer = aLondoner()
  const banner = page.getByText("You are offline. Your cart is kept.")
  await visit(page, "/products/category/gummies")

  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await page.getByRole("button", { name: `Add ${first} to cart`, exact: true }).click()
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await expect(page.getByText(`${first} has been added to your cart.`)).toBeVisible()

  await visit(page, "/checkout")
  await fillIn(page, buyer)
  await context.setOffline(true)
  await completeButton(page).click()
  await expect(page.getByText("There was a problem processing your order. Please try again.")).toBeVisible()
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue(buyer.address)
  await expect(page.getByLabel("City", { exact: true })).toHaveValue(buyer.city)
  await completeButton(page).click()
  await expect(paymentView(page)).toBeVisible()
  expect(bought(await theOneOrder(page, shop, staff, buyer))).toEqual({ [first]: 1 })
})

test("a shopper buys a product on a slow connection (400 ms, 400 kbit/s)", async ({ page, shop, staff }) => {
  const [first] = await plentifulProducts(shop.storefrontUrl, "honey")
  const buyer = aLondoner()
  await visit(page, "/products/category/honey")
  await slowDown(page)
  await card(page, first).getByRole("link").click()
  await page.getByRole("button", { name: "One " + first + " more" }).click()
  await page.getByRole("button", { name: "Buy Now" }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await fillIn(page, buyer)
  await completeButton(page).click()
  await expect(paymentView(page)).toBeVisible()
  expect(bought(await theOneOrder(page, shop, staff, buyer))).toEqual({ [first]: 2 })
})

test("a script that a new release removed causes a full page load", async ({
  page,
  context,
  browserWatch,
}) => {
  allowTrouble(browserWatch)
  browserWatch.allow(/Failed to fetch dynamically imported module|dynamically imported module/)
  await visit(page, "/faq")
  let isOldRelease = true
  await context.route(/\/(?:assets\/about-\w|src\/pages\/about)/, (route) =>
    isOldRelease ? route.fulfill({ status: 404, body: "" }) : route.fallback(),
  )
  context.on("request", (request) => {
    if (request.isNavigationRequest()) isOldRelease = false
  })
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  await page.getByRole("contentinfo").getByRole("link", { name: /about/i }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => Reflect.has(globalThis, "isSameDocument"))).toBe(false)
})
