import { expect, test } from "../fixtures/test"
import { card, plentifulProducts } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { visit } from "../screens/page"

test("a shopper buys a product now, by card and special delivery", async ({ page, shop, staff }) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  await card(page, name).getByRole("link").click()
  await expect(page).toHaveURL(/\/product\//)
  await page.getByRole("button", { name: "Buy Now" }).click()
  await expect(page).toHaveURL(/\/checkout$/)

  await fillIn(page, aLondoner())
  await page.getByRole("radio", { name: /Special Delivery \(Tracked\)/ }).check()
  await page
    .getByRole("tab", { name: "Card" })
    .or(page.getByRole("radio", { name: "Card" }))
    .click()
  await expect(page.getByRole("region", { name: /order summary/i })).toContainText("£13.00")
  const order = await completeOrder(page)

  expect(order.bitcoin).toBeNull()
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
  await expect(page.getByRole("main")).toContainText(String(order.number))
  expect((await staff.order(order.id)).payment_status).not.toBe("captured")

  await page.getByRole("link", { name: "Return to Home" }).click()
  await expect(page).toHaveURL(`${shop.storefrontUrl}/`)
})
