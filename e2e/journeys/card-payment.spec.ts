import type { BrowserContext, Page, Route } from "@playwright/test"
import { formatPence } from "@shop/contracts"
import { cardOrder } from "../fixtures/card-order"
import {
  atProcessor,
  disturbWebhooks,
  expirePage,
  pagesOf,
  payElsewhere,
  releaseWebhooks,
} from "../fixtures/card-processor"
import { endCardReservation } from "../fixtures/database"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner, fillIn } from "../screens/checkout"
import { visit } from "../screens/page"
import { ASKS_3D_SECURE, payWithCard, VISA } from "../screens/payment-page"

/** The processor is read every 20 seconds if nothing says that there is news. */
const WITHOUT_WEBHOOK = { timeout: 45_000 }

const notice = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title })
const isPaid = (page: Page) => expect(notice(page, "Payment received")).toBeVisible()

test("3-D Secure: a failed challenge can be repeated", async ({ page, shop }) => {
  const { paymentPage } = await cardOrder(page.request, shop)
  await page.goto(paymentPage)
  await payWithCard(page, ASKS_3D_SECURE)
  await page.getByRole("button", { name: "Fail authentication" }).click()
  await expect(page.getByRole("alert")).toContainText("unable to authenticate")
  await payWithCard(page, ASKS_3D_SECURE)
  await page.getByRole("button", { name: "Confirm payment" }).click()
  await isPaid(page)
})

test("a shopper goes back, and pays with Bitcoin instead: the card's page takes nothing any more", async ({
  page,
  shop,
}) => {
  const { paymentPage } = await cardOrder(page.request, shop)
  await page.goto(paymentPage)
  await page.getByRole("link", { name: "Back to the shop" }).click()
  await expect(notice(page, "Your order is not paid yet")).toContainText("Pay by card or pay with Bitcoin.")
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("button", { name: "Pay with Bitcoin" }).click()
  await expect(page.getByRole("img", { name: "The Bitcoin address as a QR code" })).toBeVisible()
  await page.goto(paymentPage)
  await expect(page.getByRole("heading", { name: "This page has expired" })).toBeVisible()
})

test("a closed tab and a late webhook: the order's page shows the payment", async ({ page, shop }) => {
  const { id, paymentPage, view } = await cardOrder(page.request, shop)
  await disturbWebhooks(shop.cardsUrl, id, "hold")
  await payElsewhere(shop.cardsUrl, paymentPage, VISA)
  await releaseWebhooks(shop.cardsUrl, id)
  await visit(page, view)
  await isPaid(page)
})

test("a closed tab and no webhook: the shop reads the processor itself", async ({ page, shop }) => {
  const { id, paymentPage } = await cardOrder(page.request, shop)
  await disturbWebhooks(shop.cardsUrl, id, "drop")
  await payElsewhere(shop.cardsUrl, paymentPage, VISA)
  await visit(page, `/orders/${id}`)
  await expect(notice(page, "Payment received")).toBeVisible(WITHOUT_WEBHOOK)
})

test("a page left open past its end: trying again opens a new one, which is paid once in two tabs", async ({
  page,
  shop,
  context,
}) => {
  const { paymentPage } = await cardOrder(page.request, shop)
  await page.goto(paymentPage)
  await expirePage(shop.cardsUrl, paymentPage)
  await payWithCard(page, VISA)
  await expect(page.getByRole("heading", { name: "This page has expired" })).toBeVisible()
  await page.getByRole("link", { name: "Back to the shop" }).click()
  await page.getByRole("button", { name: "Pay by card" }).dblclick()
  await expect(page.getByRole("heading", { name: "Pay by card" })).toBeVisible()
  expect(page.url()).not.toBe(paymentPage)

  const second = await context.newPage()
  await second.goto(page.url())
  await payWithCard(second, VISA)
  await isPaid(second)
  await payWithCard(page, VISA)
  await isPaid(page)
})

test("the reservation ends while the payment page is open: the page takes nothing, and the stock is free again", async ({
  page,
  shop,
  staff,
}) => {
  const { id, paymentPage } = await cardOrder(page.request, shop)
  const { items } = await staff.order(id)
  const lines = items.map((item) => item.id)
  await page.goto(paymentPage)
  expect(Object.values(await staff.reserved(lines))).toEqual([1])
  await endCardReservation(shop.databaseUrl, id)
  await expect.poll(() => staff.reserved(lines)).toEqual({})
  await payWithCard(page, VISA)
  await expect(page.getByRole("heading", { name: "This page has expired" })).toBeVisible()
  await page.getByRole("link", { name: "Back to the shop" }).click()
  await expect(page.getByRole("heading", { name: "This order was not paid" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Pay by card" })).toHaveCount(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

test("the buyer sees refunds that were made at the processor: of a part, then of the rest", async ({
  page,
  shop,
}) => {
  const { id, paymentPage, pence } = await cardOrder(page.request, shop)
  await payElsewhere(shop.cardsUrl, paymentPage, VISA)
  await visit(page, `/orders/${id}`)
  await isPaid(page)
  const part = 100
  await atProcessor(shop.cardsUrl, id, "refunds", part)
  await expect(async () => {
    await page.reload()
    await expect(notice(page, "Payment received")).toContainText(
      "£1.00 of it goes back to your card within 14 days.",
      {
        timeout: 3000,
      },
    )
    await expect(page.getByRole("main")).toContainText(`Refunded−£1.00Total${formatPence(pence - part)}`, {
      timeout: 3000,
    })
  }).toPass({ timeout: 30_000 })
  await atProcessor(shop.cardsUrl, id, "refunds", pence - part)
  await expect(async () => {
    await page.reload()
    await expect(notice(page, "Your payment was refunded")).toBeVisible({ timeout: 3000 })
    // The order's total follows the refund in Medusa.
    await expect(page.getByRole("main")).toContainText(`Refunded−${formatPence(pence)}Total£0.00`, {
      timeout: 3000,
    })
  }).toPass({ timeout: 30_000 })
})

/** Holds orders back until as many are on their way, so that they arrive together. @returns how many were sent so far */
async function holdOrders(context: BrowserContext, count: number): Promise<() => number> {
  const sent: Route[] = []
  await context.route("**/api/orders", async (route) => {
    sent.push(route)
    if (sent.length === count) await Promise.all(sent.map((one) => one.continue()))
    if (sent.length > count) await route.continue()
  })
  return () => sent.length
}

test("double clicks on 'Complete Order' in two tabs place one order with one payment page", async ({
  page,
  context,
  shop,
  staff,
}) => {
  const { slug } = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${slug}`)
  await page.getByRole("button", { name: "Buy Now" }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  const buyer = aLondoner()
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await visit(tab, "/checkout")
    await fillIn(tab, buyer)
    await tab
      .getByRole("tab", { name: "Card" })
      .or(tab.getByRole("radio", { name: "Card" }))
      .click()
  }
  const sent = await holdOrders(context, tabs.length)
  await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Complete Order" }).dblclick()))
  for (const tab of tabs) await expect(tab.getByRole("heading", { name: "Pay by card" })).toBeVisible()
  expect(sent()).toBe(tabs.length)
  const [orderId = "", ...others] = await staff.ordersOf(buyer.email)
  expect(others).toEqual([])
  expect(await pagesOf(shop.cardsUrl, orderId)).toHaveLength(1)
  expect(new Set(tabs.map((tab) => tab.url())).size).toBe(1)
})
