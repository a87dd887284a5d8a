import type { Locator } from "@playwright/test"
import { haveOrder } from "../gallery/made-up"
import { expect, test } from "../fixtures/test"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { visit } from "../screens/page"

/** An order that is not at the shop has no events. */
const CUT = /events|ERR_FAILED/

test("the steps of a breadcrumb are equally far from their marks", async ({ page, shop }) => {
  const { slug } = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${slug}`)
  const gaps = await page.getByRole("navigation", { name: "Breadcrumb" }).evaluate((breadcrumb) => {
    const edges = (node: Node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getBoundingClientRect()
    }
    const marks = Array.from(breadcrumb.querySelectorAll("svg"), (mark) => mark.getBoundingClientRect())
    const words = Array.from(breadcrumb.querySelectorAll("a, [aria-current]"), edges)
    return marks.flatMap(({ left, right }, index) => [
      left - (words[index]?.right ?? 0),
      (words[index + 1]?.left ?? 0) - right,
    ])
  })
  expect(gaps.length).toBeGreaterThanOrEqual(4)
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(4)
})

test("the header's search shows the categories above the box whole", async ({ page }) => {
  await visit(page, "/about")
  const header = page.getByRole("banner")
  await header.getByRole("link", { name: "Search products" }).click()
  const box = page.getByPlaceholder("Search products...", { exact: true })
  await expect(box).toBeFocused()
  const top = async (element: Locator) => (await element.boundingBox())?.y ?? -1
  const categories = page.getByRole("navigation", { name: "Product categories" })
  await expect(categories).toBeInViewport({ ratio: 1 })
  const bar = await header.boundingBox()
  expect(await top(categories)).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
})

test("each policy is marked where all of them are listed", async ({ page }) => {
  await visit(page, "/policies/returns")
  const policies = page.getByRole("navigation", { name: "All policies" })
  const current = policies.locator("[aria-current=page]")
  await expect(current).toHaveText("Returns Policy")
  const others = policies.getByRole("link").filter({ hasNotText: "Returns Policy" })
  const look = (element: Element) =>
    getComputedStyle(element).textDecorationLine + getComputedStyle(element).fontWeight
  expect(await current.evaluate(look)).not.toBe(await others.first().evaluate(look))
  await others.first().click()
  await expect(current).toHaveCount(1)
  await expect(current).not.toHaveText("Returns Policy")
})

test("while a payment is due its wallet stands out, in the dark too; once it is seen, following the order does", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(CUT)
  const main = page.getByRole("main")
  const claim = main.getByRole("button", { name: "I've Made the Payment" })
  const fill = (element: Element) => getComputedStyle(element).backgroundColor
  await page.goto(await haveOrder(page, shop.storefrontUrl, {}))
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    const wallet = await main.getByRole("link", { name: "Open in wallet" }).evaluate(fill)
    expect(await claim.evaluate(fill), colorScheme).not.toBe(wallet)
  }
  await page.goto(await haveOrder(page, shop.storefrontUrl, { bitcoin: { state: "seen" } }))
  await expect(main.getByRole("heading", { level: 1, name: "Your payment is on its way" })).toBeVisible()
  await expect(main.locator(".button--primary")).toHaveText(["Follow your order"])
  await expect(claim).toHaveClass(/button--secondary/)
  await expect(main).toContainText("You can close this page")
})
