import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { bringCart, openCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner, fillIn } from "../screens/checkout"
import { hold } from "../screens/forced"
import { follow, visit } from "../screens/page"

const searchBox = (page: Page) => page.getByRole("combobox", { name: "Search products" })
const suggestion = (page: Page, name: string) =>
  page.getByRole("listbox", { name: "Search suggestions" }).getByRole("option", { name, exact: true })
const diet = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Diet" }).getByRole("link", { name, exact: true })
const order = (page: Page) => page.getByRole("combobox", { name: "Sort By" })

/** From now on the page's timers run only when the test says so. */
const stopTime = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)

test("a suggestion chosen right after a letter opens its page, whose address has no search", async ({
  page,
}) => {
  await page.clock.install()
  const release = await hold(page, /\/assets\/category-/)
  await visit(page, "/products")
  await searchBox(page).pressSequentially("hon")
  await expect(suggestion(page, "Honey")).toBeVisible()
  await stopTime(page)
  await searchBox(page).press("e")
  await suggestion(page, "Honey").click()
  await page.clock.runFor(1000)
  await release()
  await expect(page.getByRole("heading", { level: 1, name: "Honey" })).toBeVisible()
  await expect(page).toHaveURL(/\/products\/category\/honey$/)
})

test("all results of a search chosen right after another letter are those of the search that was suggested", async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, "/products/category/gummies")
  await searchBox(page).pressSequentially("hon")
  const all = page.getByRole("option", { name: "See all results for “hon”" })
  await expect(all).toBeVisible()
  await stopTime(page)
  await searchBox(page).press("e")
  await all.click()
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(/\/products\?search=hon$/)
  await expect(searchBox(page)).toHaveValue("hon")
})

test("a category that is suggested opens, while the search for the letters typed since still loads", async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, "/products/category/honey?search=hon")
  await searchBox(page).press("End")
  await searchBox(page).press("ArrowDown")
  await expect(suggestion(page, "Honey")).toBeVisible()
  const release = await hold(page, /\/api\/products\?/)
  await stopTime(page)
  await searchBox(page).press("e")
  const asked = page.waitForRequest(/search=hone/)
  await page.clock.runFor(200)
  await asked
  await suggestion(page, "Honey").click()
  await page.clock.runFor(1000)
  await release()
  await expect(page).toHaveURL(/\/products\/category\/honey$/)
  await expect(searchBox(page)).toHaveValue("")
})

test("an order that is chosen while a search loads keeps the search", async ({ page }) => {
  await page.clock.install()
  await visit(page, "/products")
  await searchBox(page).focus()
  const release = await hold(page, /\/api\/products\?/)
  await stopTime(page)
  await searchBox(page).pressSequentially("honey")
  const asked = page.waitForRequest(/search=honey/)
  await page.clock.runFor(200)
  await asked
  await order(page).selectOption("Price: Low to High")
  await page.clock.runFor(1000)
  await release()
  await expect(page).toHaveURL(/\?search=honey&sort=price-low$/)
  await expect(searchBox(page)).toHaveValue("honey")
})

test("a second diet that is pressed while the first loads is added to it, and the device remembers both", async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, "/products?diet=no-gelatine")
  const remember = page.getByRole("checkbox", { name: "Remember on this device" })
  await remember.check()
  const release = await hold(page, /\/api\/products\?/)
  await stopTime(page)
  for (const name of ["Vegan", "No nuts"]) await diet(page, name).click()
  await expect(diet(page, "Vegan")).not.toHaveAttribute("aria-current")
  await page.clock.runFor(1000)
  await release()
  const chosen = /\?diet=vegan\+no-gelatine\+no-nuts$/
  await expect(page).toHaveURL(chosen)
  await page.clock.resume()
  await visit(page, "/products")
  await expect(page).toHaveURL(chosen)
})

test("a device that is asked to remember while a diet loads remembers that diet, too", async ({ page }) => {
  await page.clock.install()
  await visit(page, "/products?diet=no-gelatine")
  const release = await hold(page, /\/api\/products\?/)
  await stopTime(page)
  await diet(page, "No nuts").click()
  await page.getByRole("checkbox", { name: "Remember on this device" }).check()
  await expect(diet(page, "No nuts")).not.toHaveAttribute("aria-current")
  await page.clock.runFor(1000)
  await release()
  await page.clock.resume()
  const chosen = /\?diet=no-gelatine\+no-nuts$/
  await expect(page).toHaveURL(chosen)
  await visit(page, "/products")
  await expect(page).toHaveURL(chosen)
})

test("a diet and an order that are chosen while all results of a search open are of those results, and Back returns to before", async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, "/products?sort=name&diet=no-gelatine")
  await searchBox(page).pressSequentially("hony")
  const all = page.getByRole("option", { name: "See all results for “honey”" })
  await expect(all).toBeVisible()
  const before = page.url()
  const release = await hold(page, /\/api\/products\?/)
  await stopTime(page)
  await all.click()
  await diet(page, "Vegan").click()
  await order(page).selectOption("Price: Low to High")
  await page.clock.runFor(1000)
  await release()
  await expect(page).toHaveURL(/\?search=honey&diet=vegan\+no-gelatine&sort=price-low$/)
  await page.clock.resume()
  await page.goBack()
  await expect(page).toHaveURL(before)
  await expect(searchBox(page)).toHaveValue("hony")
})

test("a cart that is opened while another page loads stays open on that page, and the next one closes it", async ({
  page,
}) => {
  const release = await hold(page, /\/assets\/about-/)
  await visit(page, "/faq")
  await follow(page, "About")
  const cart = await openCart(page)
  await release()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page).toHaveTitle(/About/)
  await expect(cart).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(cart).toBeHidden()
})

test("a placed order is shown with what to pay, although another page was chosen meanwhile", async ({
  page,
  shop,
}) => {
  const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
  const arrives = await hold(page, /\/assets\/about-/)
  const answers = await hold(page, { path: /\/api\/orders$/, method: "POST" })
  await visit(page, "/checkout")
  await fillIn(page, aLondoner())
  await page.getByRole("radio", { name: /Bitcoin/ }).check()
  const placing = page.waitForRequest((request) => /\/api\/orders$/.test(request.url()))
  await page.getByRole("button", { name: "Complete Order" }).click()
  await placing
  await follow(page, "About")
  await answers()
  await expect(page.getByRole("heading", { name: /^Pay £.* with Bitcoin$/ })).toBeVisible()
  await arrives()
  await expect(page).toHaveURL(/\/checkout\?order=/)
})
