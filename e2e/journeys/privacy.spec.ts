import { expect, test } from "../fixtures/test"
import { addFromCard } from "../screens/cart"
import { plentifulProducts } from "../screens/catalogue"
import { visit } from "../screens/page"
import { openSignIn } from "../screens/session"

const CART_ID: unknown = expect.stringMatching(/^cart_[A-Za-z0-9]{24,64}$/)
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
  expect(stored.session).toEqual([])
})

test("Firebase comes when somebody opens the sign-in dialog, and not before", async ({
  page,
  browserWatch,
}) => {
  // On a phone Google's script is fetched along with it; what becomes of it is another test's.
  browserWatch.allow(/apis\.google\.com/)
  await page.route("https://apis.google.com/**", (route) => route.abort())
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  const forSignIn = () => asked.filter((url) => /firebase|\/__\/|google/.test(url))

  for (const path of PAGES) {
    await visit(page, path)
    await page.waitForLoadState("networkidle")
  }
  expect(forSignIn()).toEqual([])
  await openSignIn(page)
  await expect.poll(forSignIn).toContainEqual(expect.stringMatching(/\/assets\/firebase-/))
})
