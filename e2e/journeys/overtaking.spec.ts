import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { openCart } from "../screens/cart"
import { hold } from "../screens/forced"
import { follow, visit } from "../screens/page"

const searchBox = (page: Page) => page.getByRole("combobox", { name: "Search products" })
const suggestion = (page: Page, name: string) =>
  page.getByRole("listbox", { name: "Search suggestions" }).getByRole("option", { name, exact: true })
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
