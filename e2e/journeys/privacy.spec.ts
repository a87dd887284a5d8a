import { expect, test } from "../fixtures/test"
import { addFromCard } from "../screens/cart"
import { plentifulProducts } from "../screens/catalogue"

const CART_ID: unknown = expect.stringMatching(/^cart_[A-Za-z0-9]{24,64}$/)
/** How far down a page was read, until the tab is closed. */
const SCROLL_POSITIONS = "react-router-scroll-positions"
const PAGES = ["/", "/products", "/products/category/gummies", "/checkout", "/about", "/faq", "/contact"]

test("before sign-in nothing but the shop is spoken to, and nothing but the cart's id is stored", async ({
  page,
  context,
  shop,
}) => {
  const hosts = new Set<string>()
  context.on("request", (request) => hosts.add(new URL(request.url()).host))

  for (const path of PAGES) {
    await page.goto(path)
    await page.waitForLoadState("networkidle")
  }
  await page.goto("/products")
  const [name] = await plentifulProducts(shop.storefrontUrl, "gummies")
  await addFromCard(page, name)

  expect([...hosts].filter(Boolean)).toEqual([new URL(page.url()).host])
  expect((await context.cookies()).map(({ value }) => value)).toEqual([CART_ID])
  const stored = await page.evaluate(() => ({
    local: Object.values(localStorage).map(String),
    session: Object.keys(sessionStorage),
  }))
  expect(stored.local).toEqual([CART_ID])
  expect(stored.session.filter((name) => name !== SCROLL_POSITIONS)).toEqual([])
})
