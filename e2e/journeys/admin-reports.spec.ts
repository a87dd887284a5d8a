import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { cardOrder } from "../fixtures/card-order"
import { payElsewhere } from "../fixtures/card-processor"
import { openAdmin } from "../screens/admin"
import { VISA } from "../screens/payment-page"

/** The lines of a table that staff download, as cells. */
async function downloaded(page: Page, link: string): Promise<string[][]> {
  const arrived = page.waitForEvent("download")
  await page.getByRole("link", { name: link }).click()
  const text = await readFile(await (await arrived).path(), "utf8")
  return text
    .trim()
    .split("\r\n")
    .map((line) => line.split(","))
}

test("the month's sales are the same on the page, in its table and in the file for the books, which lists every product sold", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  // What is downloaded ends as a page.
  browserWatch.allow(/\/admin\/reports\/csv/)
  const { id, number, paymentPage } = await cardOrder(page.request, shop)
  await payElsewhere(shop.cardsUrl, paymentPage, VISA)
  await expect.poll(async () => (await staff.order(id)).payment_status, `order ${number}`).toBe("captured")
  const [item] = (await staff.order(id)).items
  await openAdmin(page, shop, staff, browserWatch)

  // Other journeys sell meanwhile.
  await expect(async () => {
    await page.goto(`${shop.backendUrl}/app/reports`)
    await page.getByRole("button", { name: "This month" }).click()
    await expect(page.getByRole("button", { name: "This month", pressed: true })).toBeVisible()
    const days = await downloaded(page, "Days as CSV")
    const [, , sales = ""] = days.at(-1) ?? []
    expect(Number(sales)).toBeGreaterThan(0)
    const tile = page.getByRole("definition").filter({ hasText: "refunded" })
    await expect(tile).toContainText(new RegExp(`^£${sales}`), { timeout: 2000 })
    const card = page.locator("section, div").filter({ has: page.getByRole("heading", { name: "Sales" }) })
    await card.getByText("Show as table").first().click()
    const cells = await page
      .getByRole("row", { name: /^Total/ })
      .first()
      .getByRole("cell")
      .allTextContents()
    const methods = cells.slice(1, -1).map((cell) => Number(cell.replace(/[£,]/g, "")))
    expect(methods.reduce((sum, pounds) => sum + pounds, 0)).toBeCloseTo(Number(sales), 2)
  }).toPass({ timeout: 60_000 })

  const products = await downloaded(page, "Products as CSV")
  expect(products.map(([title]) => title)).toContain(item?.title)
  expect(products.at(-1)?.[0]).toBe("Total")
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
})
