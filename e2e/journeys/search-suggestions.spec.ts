import type { Locator, Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { addFromCard } from "../screens/cart"
import { allProducts, cards, plentifulProducts } from "../screens/catalogue"
import { hold } from "../screens/forced"
import { visit } from "../screens/page"

const searchBox = (page: Page): Locator => page.getByRole("combobox", { name: "Search products" })
const suggestions = (page: Page): Locator => page.getByRole("listbox", { name: "Search suggestions" })
const activeText = async (page: Page) => {
  const id = await searchBox(page).getAttribute("aria-activedescendant")
  return id === null ? null : page.locator(`[id="${id}"]`).innerText()
}

test("typing suggests products and categories, and the keyboard walks through them and opens one", async ({
  page,
  shop,
}) => {
  await visit(page, "/products")
  const box = searchBox(page)
  await box.pressSequentially("hon")
  const list = suggestions(page)
  const options = list.getByRole("option")
  await expect(list).toBeVisible()
  await expect(box).toHaveAttribute("aria-expanded", "true")
  await expect(box).toHaveAttribute("aria-controls", String(await list.getAttribute("id")))
  await expect(list.getByRole("group", { name: "Categories" }).getByRole("option")).toHaveText(["Honey"])
  const inProducts = list.getByRole("group", { name: "Products" }).getByRole("option")
  await expect(inProducts).toHaveCount(6)
  await expect(inProducts.first()).toContainText("£")
  await expect(inProducts.locator("mark").first()).toHaveText(/^hon$/i)
  await expect(options.last()).toContainText("See all results for “hon”")
  await expect(page.getByRole("status").filter({ hasText: "7 suggestions" })).toBeAttached()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)

  // The focus stays in the box. Beyond either end is the text.
  await page.keyboard.press("ArrowUp")
  await expect.poll(() => activeText(page)).toContain("See all results")
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => activeText(page)).toBeNull()
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => activeText(page)).toBe("Honey")
  await page.keyboard.press("Home")
  await expect.poll(() => activeText(page)).toBeNull()
  expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0)
  await expect(box).toBeFocused()

  await page.keyboard.press("Escape")
  await expect(list).toBeHidden()
  await expect(box).toHaveValue("hon")
  await expect(box).toHaveAttribute("aria-expanded", "false")
  await page.keyboard.press("ArrowDown")
  await expect(list).toBeVisible()

  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect(inProducts.first()).toHaveAttribute("aria-selected", "true")
  const [name] = (await inProducts.first().innerText()).split("\n")
  expect((await allProducts(shop.storefrontUrl)).map((product) => product.name)).toContain(name)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: String(name) })).toBeVisible()
})

test("in a category the whole shop is suggested, and a press on the last option shows all of it", async ({
  page,
}) => {
  await visit(page, "/products/category/gummies")
  await searchBox(page).pressSequentially("sugar")
  const list = suggestions(page)
  await expect(list.getByRole("option", { name: "Natural Sugars" })).toBeVisible()
  await list.getByRole("option", { name: "See all results for “sugar”" }).click()
  await expect(page).toHaveURL(/\/products\?search=sugar$/)
  await expect(list).toBeHidden()
  await expect(page.getByRole("heading", { level: 1, name: "All Products" })).toBeVisible()
  await expect(searchBox(page)).toHaveValue("sugar")
  await expect(cards(page).first()).toContainText(/sugar/i)
})

test("a misspelt search suggests what was meant", async ({ page }) => {
  await visit(page, "/products")
  await searchBox(page).pressSequentially("elderbery")
  await expect(page.getByText("Suggestions for elderberry", { exact: true })).toBeVisible()
  await expect(page.getByRole("status").filter({ hasText: /suggestions? for elderberry/ })).toBeAttached()
  const list = suggestions(page)
  await expect(list.locator("mark").first()).toHaveText(/^elderberry$/i)
  expect(await accessibilityFaults(page)).toEqual([])
  await list.getByRole("option").last().click()
  await expect(page).toHaveURL(/\/products\?search=elderberry$/)
})

test("Enter shows the results at once, leaving the box closes the suggestions", async ({ page }) => {
  await visit(page, "/products")
  const box = searchBox(page)
  await box.pressSequentially("honey")
  await expect(suggestions(page)).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(suggestions(page)).toBeHidden()
  await expect(page).toHaveURL(/\/products\?search=honey$/)
  await page.keyboard.press("ArrowDown")
  await expect(suggestions(page)).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(suggestions(page)).toBeHidden()
})

test("a search that was finished before the suggestions' code came opens none over the results", async ({
  page,
  shop,
}) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  for (const key of ["Enter", "Escape"]) {
    const release = await hold(page, /\/assets\/search-suggestions-/)
    await visit(page, "/products")
    await searchBox(page).pressSequentially(name)
    await page.keyboard.press(key)
    const code = page.waitForResponse(/\/assets\/search-suggestions-/)
    await release()
    await (await code).finished()
    if (key === "Enter") {
      await expect(page).toHaveURL(/search=/)
      await addFromCard(page, name)
    }
    await expect(suggestions(page)).toBeHidden()
    // The code is there, and opens them when they are wanted again.
    await searchBox(page).fill("honey")
    await expect(suggestions(page)).toBeVisible()
  }
})

test("a search box that was typed into before hydration suggests as any other", async ({ page }) => {
  const release = await hold(page, /\/assets\/react-/)
  await page.goto("/products")
  await page.getByPlaceholder("Search products...").fill("honey")
  await release()
  await expect(suggestions(page)).toBeVisible()
})

test("a newer search cancels an older one, in the list and in the suggestions", async ({ page }) => {
  const searches: string[] = []
  const cancelled: string[] = []
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === "/api/products") searches.push(String(searchParams.get("search")))
  })
  page.on("requestfailed", (request) =>
    cancelled.push(String(new URL(request.url()).searchParams.get("search"))),
  )
  await page.route(/search=hone&/, () => undefined) // Never answered.
  await visit(page, "/products")
  const box = searchBox(page)
  await box.fill("hone")
  await expect.poll(() => searches).toEqual(["hone", "hone"])
  await box.press("y")
  await expect(suggestions(page).getByRole("option").last()).toContainText("“honey”")
  await expect.poll(() => cancelled).toEqual(["hone", "hone"])
  expect(searches).toEqual(["hone", "hone", "honey", "honey"])
})

test("the code is loaded when the box is focused; offline nothing is suggested and the search still works", async ({
  page,
  context,
}) => {
  const loaded: string[] = []
  page.on("requestfinished", (request) => loaded.push(request.url()))
  const isLoaded = (part = "search-suggestions") => loaded.some((url) => url.includes(part))
  await visit(page, "/products")
  await page.waitForLoadState("networkidle")
  expect(isLoaded()).toBe(false)
  const box = searchBox(page)
  await box.focus()
  await expect.poll(() => isLoaded()).toBe(true)
  await box.press("End")
  // The first key loads the likely next page, whose last part is this one, and the picture of the page without a connection.
  await expect.poll(() => isLoaded("food-information") && isLoaded("not-found.svg")).toBe(true)

  await context.setOffline(true)
  await box.pressSequentially("honey")
  await expect(page).toHaveURL(/search=honey$/)
  await expect(suggestions(page)).toBeHidden()
  await context.setOffline(false)
  await expect(suggestions(page)).toBeVisible()
})
