import type { Locator, Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { cards } from "../screens/catalogue"

test.use({ javaScriptEnabled: false })

// The browser reports the scripts that it does not load.
test.beforeEach(({ browserWatch }) => browserWatch.allow(/\/assets\/[\w-]+\.js csp$/))

/** Playwright finds no text inside `<noscript>`. */
const whatNeedsScripts = (where: Page | Locator) => where.locator("noscript > p").first()

const MISSING_PAGE = /the server responded with a status of 404/

test("the home page shows what the shop sells and says what needs JavaScript", async ({ page }) => {
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  await expect(whatNeedsScripts(page)).toBeVisible()
  await expect(whatNeedsScripts(page)).toContainText("This browser runs no JavaScript.")
  await expect(page.getByRole("button", { name: /cart|sign in|menu/i })).toHaveCount(0)
})

test("every page of the menu is reachable and readable", async ({ page }) => {
  await page.goto("/")
  for (const [name, heading] of [
    ["Products", "All Products"],
    ["About", /./],
    ["FAQ", "Questions and answers"],
    ["Contact", "Contact us"],
  ] as const) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click()
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
  }
})

test("a plain form searches and sorts products, and a plain link opens one", async ({ page }) => {
  await page.goto("/products")
  await page.getByRole("searchbox", { name: "Search products" }).fill("heather")
  await page.getByRole("combobox", { name: "Sort By" }).selectOption("price-low")
  await page.getByRole("button", { name: "Show" }).click()
  await expect(page).toHaveURL(/\/products\?search=heather&sort=price-low$/)
  const found = cards(page).filter({ hasText: /heather/i })
  await expect(found.first()).toBeVisible()
  await found.first().getByRole("link").click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/heather/i)
  await expect(page.getByText(/^£\d+\.\d{2}$/).first()).toBeVisible()
  await expect(whatNeedsScripts(page.getByRole("main"))).toContainText(
    "The cart and the checkout need JavaScript",
  )
  await expect(page.getByRole("button", { name: "Add to Cart" })).toHaveCount(0)
})

test("a misspelt search shows what was meant, and a plain link leads to what was typed", async ({ page }) => {
  await page.goto("/products")
  await page.getByRole("searchbox", { name: "Search products" }).fill("maple sirup")
  await page.getByRole("button", { name: "Show" }).click()
  await expect(page.getByRole("status").filter({ hasText: "Showing results for maple syrup" })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole("link", { name: "Search for maple sirup instead" }).click()
  await expect(page.getByText("No products match the search term maple sirup")).toBeVisible()
})

test("a category links to its products, and pictures load", async ({ page }) => {
  await page.goto("/products/category/honey")
  await expect(page.getByRole("heading", { level: 1, name: "Honey" })).toBeVisible()
  const picture = cards(page).first().locator("img")
  await expect(picture).toBeVisible()
  const response = await page.request.get((await picture.getAttribute("src")) ?? "")
  expect(response.headers()["content-type"]).toMatch(/^image\//)
})

test("questions of the FAQ open", async ({ page }) => {
  await page.goto("/faq")
  const answer = page.getByText("The network usually confirms a payment in 10-30 minutes.")
  await expect(answer).toBeHidden()
  await page.getByText("How long does a Bitcoin payment take?").click()
  await expect(answer).toBeVisible()
})

test("the contact page shows the e-mail address instead of the form", async ({ page }) => {
  await page.goto("/contact")
  await expect(page.getByRole("main").getByRole("link", { name: /@/ })).toBeVisible()
  await expect(page.getByRole("button", { name: "Send Message" })).toHaveCount(0)
})

test("an unknown address shows the 404 page", async ({ page, browserWatch }) => {
  browserWatch.allow(MISSING_PAGE)
  const response = await page.goto("/no/such/page")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible()
})
