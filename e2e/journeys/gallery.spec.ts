import type { Locator, Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, smallTargets, tabTo } from "../screens/accessibility"
import { card } from "../screens/catalogue"
import { layoutShift, visit } from "../screens/page"

const NAME = "Scottish Heather Honey"
const PATH = "/product/heather-honey"
const strip = (page: Page) => page.locator(".product-pictures__strip")
const pictures = (page: Page) => strip(page).getByRole("img")
const mark = (page: Page, number: number) =>
  page.getByRole("link", { name: `Picture ${String(number)} of 3:` })
/** The fonts of a first load may wrap a heading anew; what comes afterwards moves nothing. */
async function settledShift(page: Page): Promise<number> {
  await page.evaluate(async () => void (await document.fonts.ready))
  return layoutShift(page)
}
const isShown = (picture: Locator) => expect(picture).toBeInViewport({ ratio: 0.9 })

/** As a finger does. */
async function swipe(page: Page): Promise<void> {
  const box = await strip(page).boundingBox()
  if (!box) throw new Error("There are no pictures")
  const session = await page.context().newCDPSession(page)
  const [left, y] = [box.x, box.y + box.height / 2]
  const touch = (type: "touchStart" | "touchMove", part: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: left + box.width * part, y }] })
  await touch("touchStart", 0.9)
  for (const part of [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]) await touch("touchMove", part)
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
}

test("a product's pictures are described, square and whole; a finger or a mark moves them, and nothing jumps", async ({
  page,
  isMobile,
}) => {
  await visit(page, PATH)
  await expect(pictures(page)).toHaveCount(3)
  await expect(pictures(page).first()).toHaveAccessibleName(NAME)
  await expect(pictures(page).nth(1)).toHaveAccessibleName(/^Three oatcakes/)
  await expect(pictures(page).nth(2)).toHaveAccessibleName(/^The back of the label/)
  const box = await strip(page).boundingBox()
  expect(box?.width).toBe(box?.height)
  const before = await settledShift(page)
  await expect(mark(page, 1)).toHaveAttribute("aria-current", "true")
  if (isMobile) await swipe(page)
  else await mark(page, 2).click()
  await isShown(pictures(page).nth(1))
  await expect(mark(page, 2)).toHaveAttribute("aria-current", "true")
  await mark(page, 3).click()
  await isShown(pictures(page).nth(2))
  await expect(page).toHaveURL((url) => url.hash === "")
  expect((await layoutShift(page)) - before).toBeLessThan(0.01)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
})

test("a press shows a picture larger, with the next one beside it", async ({ page }) => {
  await visit(page, PATH)
  await expect(mark(page, 1)).toBeVisible()
  await pictures(page).first().click()
  const dialog = page.getByRole("dialog", { name: NAME })
  await expect(dialog.getByRole("img", { name: NAME })).toBeVisible()
  await dialog.getByRole("button", { name: "Next" }).click()
  await expect(dialog.getByRole("status")).toHaveText("2 of 3")
  await dialog.getByRole("button", { name: "Next" }).click()
  const label = dialog.getByRole("img", { name: /^The back of the label/ })
  await expect(label).toBeVisible()
  // Larger than on a phone's page: its letters can be read.
  expect((await label.boundingBox())?.width).toBeGreaterThan(500)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(dialog).toBeHidden()
  await isShown(pictures(page).nth(2))
})

test("the keyboard alone moves, enlarges and leaves the pictures", async ({ page, isMobile }) => {
  await visit(page, PATH)
  await expect(mark(page, 1)).toBeVisible()
  await tabTo(page, ", enlarge")
  const links = strip(page).getByRole("link")
  await expect(links.first()).toBeFocused()
  await page.keyboard.press("ArrowRight")
  await expect(links.nth(1)).toBeFocused()
  await isShown(pictures(page).nth(1))
  await page.keyboard.press("End")
  await expect(links.nth(2)).toBeFocused()
  await isShown(pictures(page).nth(2))
  await page.keyboard.press("Home")
  await expect(links.first()).toBeFocused()
  await isShown(pictures(page).first())
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: NAME })
  await expect(dialog.getByRole("status")).toHaveText("1 of 3")
  await page.keyboard.press("ArrowRight")
  await expect(dialog.getByRole("status")).toHaveText("2 of 3")
  if (isMobile) {
    const frame = dialog.getByRole("group", { name: "Larger picture" })
    await frame.focus()
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    await expect(dialog.getByRole("status")).toHaveText("2 of 3")
  }
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await isShown(pictures(page).nth(1))
  await expect(links.nth(1)).toBeFocused()
})

test("opened from a card, the page shows the other pictures without moving anything", async ({ page }) => {
  await visit(page, "/products/category/honey")
  const before = await settledShift(page)
  await card(page, NAME).getByRole("link").first().click()
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible()
  await expect(mark(page, 3)).toBeVisible()
  expect((await layoutShift(page)) - before).toBeLessThan(0.01)
})

test("what is below the first screen of a product comes after its first frame, and never shows the footer before; Back finds the whole page", async ({
  page,
  isMobile,
}) => {
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 1600 })
  await visit(page, "/products")
  await page.evaluate(() => {
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) Object.assign(window, { hasSeenFooter: true })
    })
    seen.observe(document.querySelector("footer") ?? document.body)
  })
  const hasSeenFooter = () => page.evaluate(() => "hasSeenFooter" in window)
  await card(page, NAME).getByRole("link").first().click()
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Ingredients and nutrition" })).toBeVisible()
  const related = page.getByRole("region", { name: "You May Also Like" }).getByRole("article")
  await expect(related).not.toHaveCount(0)
  expect(await hasSeenFooter()).toBe(false)
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
  await expect.poll(hasSeenFooter).toBe(true)
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("every picture can be seen, and leads to its file", async ({ page, browserWatch }) => {
    browserWatch.allow(/\/assets\/[\w-]+\.js csp$/)
    await page.goto(PATH)
    await expect(pictures(page)).toHaveCount(3)
    for (const number of [2, 3]) {
      await mark(page, number).click()
      await isShown(pictures(page).nth(number - 1))
    }
    const file = await strip(page).getByRole("link").nth(2).getAttribute("href")
    expect((await page.request.get(file ?? "")).headers()["content-type"]).toBe("image/svg+xml")
  })
})
