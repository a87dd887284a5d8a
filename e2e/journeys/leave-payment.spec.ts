import type { Page } from "@playwright/test"
import { endQuote } from "../fixtures/database"
import { placeOrder } from "../fixtures/place-order"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, focused, smallTargets, tabTo } from "../screens/accessibility"
import { cartButton, openCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { visit } from "../screens/page"
import { payWithCard, VISA } from "../screens/payment-page"
import { expectToast, toast, toastRegion } from "../screens/toasts"

const paying = (page: Page) => page.getByRole("heading", { level: 1, name: /^Pay £.+ with Bitcoin$/ })

async function haveUnpaidOrder(page: Page, shop: { storefrontUrl: string }) {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const wanted = { product, buyer: aLondoner(), quantity: 2, paymentMethod: "bitcoin" } as const
  const order = await placeOrder(page.request, wanted)
  await visit(page, `/checkout?order=${order.id}`)
  await expect(paying(page)).toBeVisible()
  return { order, product }
}

test("'Cancel Order' leads home and says that the order is open; back to its payment, or its items go back into the cart", async ({
  page,
  shop,
}) => {
  const { order, product } = await haveUnpaidOrder(page, shop)
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Cancel Order" }).click({ modifiers: ["ControlOrMeta"] }),
  ])
  await tab.close()
  await expect(toast(page)).toBeHidden()
  await page.getByRole("link", { name: "Cancel Order" }).click()
  await expect(page).toHaveURL((url) => url.pathname === "/")
  await expectToast(page, `Order ${String(order.number)} is still open`)
  await expect(toast(page)).toContainText(
    /You can pay it until \d\d:\d\d\. Then it ends, and nothing is charged\./,
  )
  // It stays while the focus is in it, which the new page takes once.
  await expect(page.getByRole("main")).toBeFocused()
  await toastRegion(page).focus()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await toast(page).getByRole("button", { name: "Back to payment" }).click()
  await expect(paying(page)).toBeVisible()
  await expect(page.getByRole("main")).toContainText(order.bitcoin?.amountBtc ?? "no amount")

  await page.getByRole("link", { name: "Cancel Order" }).click()
  await toast(page).getByRole("button", { name: "Put the items back" }).click()
  await expectToast(page, `Order ${String(order.number)} is cancelled`, "Its items are in your cart again.")
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 2 items")
  const drawer = await openCart(page)
  await expect(drawer).toContainText(product.name)
  await visit(page, `/orders/${order.id}`)
  await expect(page.getByText("This order was cancelled")).toBeVisible()
})

test("the order that stays open is found with the keyboard alone", async ({ page, shop }) => {
  const { order } = await haveUnpaidOrder(page, shop)
  await tabTo(page, "Cancel Order")
  await page.keyboard.press("Enter")
  await expectToast(page, `Order ${String(order.number)} is still open`)
  await expect(page.getByRole("main")).toBeFocused()
  await page.keyboard.press("F8")
  await expect(toastRegion(page)).toBeFocused()
  await page.keyboard.press("Tab")
  expect(await focused(page)).toBe("Back to payment")
  await page.keyboard.press("Enter")
  await expect(paying(page)).toBeVisible()
})

test("an unpaid order is not celebrated: what is due and the time left lead back to the payment", async ({
  page,
  shop,
}) => {
  const { order } = await haveUnpaidOrder(page, shop)
  const main = page.getByRole("main")
  await main.getByRole("button", { name: "I've Made the Payment" }).click()
  await expect(main.getByRole("heading", { level: 1, name: "Order Successful!" })).toBeFocused()
  await expect(main.locator(".success-view__art")).toHaveCount(0)
  await expect(main).toContainText("A confirmation email has been sent to you.")
  await expect(main).toContainText(`${order.bitcoin?.amountBtc ?? "no amount"} BTC`)
  await expect(main).toContainText(/Time left to pay: \d\d:\d\d/)
  await expect(main.locator(".button--primary")).toHaveText(["Back to the payment"])
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await main.getByRole("link", { name: "Back to the payment" }).click()
  await expect(paying(page)).toBeVisible()

  await visit(page, `/orders/${order.id}`)
  await expect(main).toContainText(/You can pay it until \d\d:\d\d\./)
  await expect(main.getByRole("button", { name: "Buy again" })).toHaveCount(0)
})

test("an order whose time is over can be paid by card, or its items put back", async ({ page, shop }) => {
  const { order } = await haveUnpaidOrder(page, shop)
  await endQuote(shop.databaseUrl, order.id)
  const main = page.getByRole("main")
  await visit(page, `/orders/${order.id}`)
  await main.getByRole("link", { name: "Pay this order" }).click()
  await expect(main.getByRole("button", { name: "Get a new quote" })).toBeVisible({ timeout: 45_000 })
  await expect(main.getByRole("button", { name: "Put the items back" })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await main.getByRole("button", { name: "Pay by card instead" }).click()
  await payWithCard(page, VISA)
  await expect(page.getByRole("heading", { level: 1, name: "Order Successful!" })).toBeVisible()

  const { order: other } = await haveUnpaidOrder(page, shop)
  await endQuote(shop.databaseUrl, other.id)
  await page.reload()
  await main.getByRole("button", { name: "Put the items back" }).click({ timeout: 45_000 })
  await expectToast(page, `Order ${String(other.number)} is cancelled`)
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 2 items")
  await expect(main).toContainText("This order was cancelled")
})
