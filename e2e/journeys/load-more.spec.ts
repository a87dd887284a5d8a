import type { Page } from "@playwright/test"
import { productSchema, type Product } from "@shop/contracts"
import { expect, test } from "../fixtures/test"
import { allProducts, cards } from "../screens/catalogue"
import { cut } from "../screens/forced"
import { visit } from "../screens/page"

const PAGE = 32

/** Shows this browser a catalogue of ninety: the shop's products repeated, with offsets as cursors. */
async function ninetyProducts(page: Page, shop: string): Promise<Product[]> {
  const real = await allProducts(shop)
  const all = Array.from({ length: 90 }, (_, place) => {
    const original = productSchema.parse(real[place % real.length])
    return { ...original, id: `prod_${place}`, slug: `made-up-${place}`, name: `Made up ${place}` }
  })
  await page.route(/\/api\/products\?.*limit=/, (route) => {
    const address = new URL(route.request().url())
    const query = address.searchParams
    const from = Number(query.get("cursor") ?? -1) + 1
    const part = all.slice(from, from + Number(query.get("limit")))
    const end = from + part.length
    query.set("cursor", String(end - 1))
    const headers: Record<string, string> = { "x-total-count": String(all.length) }
    if (end < all.length) headers.link = `<${address.pathname}${address.search}>; rel="next"`
    return route.fulfill({ json: part, headers })
  })
  for (const product of all)
    await page.route(`**/api/products/${product.slug}`, (route) => route.fulfill({ json: product }))
  return all
}

test("Load more appends products, keeps scroll position and URL, and Back restores everything that was loaded", async ({
  page,
  shop,
}) => {
  await ninetyProducts(page, shop.storefrontUrl)
  await visit(page, "/") // From here on the page changes without the server.
  await page.getByRole("link", { name: "Shop Now" }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(cards(page)).toHaveCount(PAGE)
  const more = page.getByRole("link", { name: "Load more" })

  // Recorded by the page at the click, because moving to the link may scroll.
  await page.evaluate(() => {
    const note = () => (document.documentElement.dataset.pressedAt = String(scrollY))
    addEventListener("click", note, { capture: true, once: true })
  })
  await more.click()
  await expect(cards(page)).toHaveCount(2 * PAGE)
  await expect(page).toHaveURL(/\/products\?pages=2$/)
  const moved = () => page.evaluate(() => scrollY - Number(document.documentElement.dataset.pressedAt))
  expect(Math.abs(await moved())).toBeLessThan(3)
  // The focus moves to the first new product.
  await expect(cards(page).nth(PAGE).getByRole("link")).toBeFocused()
  await expect(page.getByText("64 of 90 products")).toBeAttached()

  await more.click()
  await expect(cards(page)).toHaveCount(90)
  await expect(more).toHaveCount(0)
  await expect(page.getByText("90 products", { exact: true })).toBeAttached()
  expect(new Set(await cards(page).getByRole("heading").allInnerTexts()).size).toBe(90)

  const last = cards(page).nth(80)
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await last.getByRole("link").click()
  await expect(page.getByRole("heading", { level: 1, name: "Made up 80" })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/products\?pages=3$/)
  await expect(cards(page)).toHaveCount(90)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(before, -1)
})

test("when loading more fails, the products stay, with a message and the same button", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(/cursor=|Failed to load resource/)
  await ninetyProducts(page, shop.storefrontUrl)
  await visit(page, "/") // From here on the page changes without the server.
  await page.getByRole("link", { name: "Shop Now" }).click()
  await expect(cards(page)).toHaveCount(PAGE)
  const isMore = /\/api\/products\?.*cursor=/
  const recover = await cut(page, isMore)
  const more = page.getByRole("link", { name: "Load more" })
  await more.click()
  await expect(page.getByRole("alert")).toHaveText(/We could not load more products/)
  await expect(cards(page)).toHaveCount(PAGE)
  await recover()
  await more.click()
  await expect(cards(page)).toHaveCount(2 * PAGE)
  await expect(page.getByRole("alert")).toHaveCount(0)
})
