import { cardOrder } from "../fixtures/card-order"
import { payElsewhere } from "../fixtures/card-processor"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { visit } from "../screens/page"
import { VISA } from "../screens/payment-page"

test("a buyer prints the receipt of a paid order, on one sheet", async ({ page, shop }) => {
  const { id, number, paymentPage } = await cardOrder(page.request, shop)
  await visit(page, `/orders/${id}`)
  const link = page.getByRole("link", { name: "Print receipt" })
  await expect(page.getByRole("region", { name: "Order progress" })).toBeVisible()
  await expect(link).toBeHidden()

  await payElsewhere(shop.cardsUrl, paymentPage, VISA)
  await expect(link).toBeVisible()
  const [sheet] = await Promise.all([page.waitForEvent("popup"), link.click()])
  await expect(sheet.getByRole("heading", { level: 1 })).toHaveText(/receipt/i)
  for (const words of ["Bramble & Comb Ltd", `Order ${String(number)}`, "By card, Visa ending 4242"])
    await expect(sheet.locator("body")).toContainText(words)
  await expect(sheet.getByRole("button")).toHaveCount(0)
  expect(await accessibilityFaults(sheet)).toEqual([])
  const printed = (await sheet.pdf({ preferCSSPageSize: true })).toString("latin1")
  expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
})
