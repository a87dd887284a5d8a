import { expect, test } from "../fixtures/test"
import { addFromCard } from "../screens/cart"
import { cards } from "../screens/catalogue"

const PAGES = ["/", "/products", "/products/category/gummies", "/checkout", "/about", "/faq", "/contact"]

test("before sign-in nothing but the shop is spoken to, and nothing but the cart's id is stored", async ({
  page,
  context,
}) => {
  const hosts = new Set<string>()
  context.on("request", (request) => hosts.add(new URL(request.url()).host))

  for (const path of PAGES) {
    await page.goto(path)
    await page.waitForLoadState("networkidle")
  }
  await page.goto("/products")
  const name = await cards(page).first().getByRole("heading").innerText()
  await addFromCard(page, name)

  expect([...hosts].filter(Boolean)).toEqual([new URL(page.url()).host])
  expect(await context.cookies()).toEqual([])
  const stored = await page.evaluate(() => ({
    local: Object.values(localStorage).map(String),
    session: Object.keys(sessionStorage),
  }))
  expect(stored.local).toEqual([expect.stringMatching(/^cart_[A-Za-z0-9]{24,64}$/)])
  expect(stored.session).toEqual([])
})
