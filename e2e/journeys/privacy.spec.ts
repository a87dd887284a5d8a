import { expect, test } from "../fixtures/test"
import { addFromCard } from "../screens/cart"
import { plentifulProducts } from "../screens/catalogue"
import { visit } from "../screens/page"
import { openSignIn } from "../screens/session"

const CART_ID: unknown = expect.stringMatching(/^cart_[A-Za-z0-9]{24,64}$/)
const PAGES = ["/", "/products", "/products/category/gummies", "/checkout", "/about", "/faq", "/contact"]

test("before sign-in the browser contacts only the shop and stores only the cart's id", async ({
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

test("Firebase loads only when the sign-in dialog opens", async ({ page, browserWatch }) => {
  // On a phone Google's script loads too; another test covers it.
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
