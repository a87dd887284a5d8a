import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { card, plentifulProducts } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { visit } from "../screens/page"
import { DECLINED, payWithCard, VISA } from "../screens/payment-page"

test("a shopper buys a product now, by card and special delivery", async ({ page, shop, staff }) => {
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  await visit(page, "/products/category/honey")
  await card(page, name).getByRole("link").click()
  await expect(page).toHaveURL(/\/product\//)
  await page.getByRole("button", { name: "Buy Now" }).click()
  await expect(page).toHaveURL(/\/checkout$/)

  const buyer = aLondoner()
  await fillIn(page, buyer)
  await page.getByRole("radio", { name: /Special Delivery \(Tracked\)/ }).check()
  await page
    .getByRole("tab", { name: "Card" })
    .or(page.getByRole("radio", { name: "Card" }))
    .click()
  await expect(page.getByRole("region", { name: /order summary/i })).toContainText("£13.00")
  await expect(page.getByText("You pay on the secure page of Stripe")).toBeVisible()
  const order = await completeOrder(page)
  expect(order.bitcoin).toBeNull()
  await payWithCard(page, DECLINED)
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.")
  expect(await accessibilityFaults(page)).toEqual([])
  await payWithCard(page, VISA)

  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
  await expect(page.getByRole("main")).toContainText(String(order.number))
  await expect(page.getByRole("status").filter({ hasText: "Payment received" })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await expect.poll(async () => (await staff.order(order.id)).payment_status).toBe("captured")
  expect(await staff.ordersOf(buyer.email)).toEqual([order.id])

  await page.getByRole("link", { name: "Return to Home" }).click()
  await expect(page).toHaveURL(`${shop.storefrontUrl}/`)
})
