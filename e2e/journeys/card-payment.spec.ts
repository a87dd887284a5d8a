import type { Page } from "@playwright/test"
import {
  atProcessor,
  disturbWebhooks,
  expirePage,
  payElsewhere,
  releaseWebhooks,
} from "../fixtures/card-processor"
import { placeOrder } from "../fixtures/place-order"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { visit } from "../screens/page"
import { ASKS_3D_SECURE, payWithCard, VISA } from "../screens/payment-page"
import type { Stack } from "../stack/stack"

/** The processor is read every 20 seconds if nothing says that there is news. */
const WITHOUT_WEBHOOK = { timeout: 45_000 }

/** An unpaid order, placed without the form. */
async function cardOrder(page: Page, shop: Stack) {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const placed = await placeOrder(page.request, {
    product,
    quantity: 1,
    paymentMethod: "card",
    buyer: aLondoner(),
  })
  if (placed.cardPaymentUrl === null) throw new Error("The order has no payment page.")
  return { ...placed, paymentPage: placed.cardPaymentUrl, view: `/checkout?order=${placed.id}` }
}

const notice = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title })
const isPaid = (page: Page) => expect(notice(page, "Payment received")).toBeVisible()

test("3-D Secure: a failed challenge can be repeated", async ({ page, shop }) => {
  const { paymentPage } = await cardOrder(page, shop)
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
  const { paymentPage } = await cardOrder(page, shop)
  await page.goto(paymentPage)
  await page.getByRole("link", { name: "Back to the shop" }).click()
  await expect(notice(page, "The payment was not completed")).toContainText("Try again or pay with Bitcoin.")
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("button", { name: "Pay with Bitcoin" }).click()
  await expect(page.getByRole("img", { name: "The Bitcoin address as a QR code" })).toBeVisible()
  await page.goto(paymentPage)
  await expect(page.getByRole("heading", { name: "This page has expired" })).toBeVisible()
})

test("a closed tab and a late webhook: the order's page shows the payment", async ({ page, shop }) => {
  const { id, paymentPage, view } = await cardOrder(page, shop)
  await disturbWebhooks(shop.cardsUrl, id, "hold")
  await payElsewhere(shop.cardsUrl, paymentPage, VISA)
  await releaseWebhooks(shop.cardsUrl, id)
  await visit(page, view)
  await isPaid(page)
})

test("a closed tab and no webhook: the shop reads the processor itself", async ({ page, shop }) => {
  const { id, paymentPage } = await cardOrder(page, shop)
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
  const { paymentPage } = await cardOrder(page, shop)
  await page.goto(paymentPage)
  await expirePage(shop.cardsUrl, paymentPage)
  await payWithCard(page, VISA)
  await expect(page.getByRole("heading", { name: "This page has expired" })).toBeVisible()
  await page.getByRole("link", { name: "Back to the shop" }).click()
  await page.getByRole("button", { name: "Try again" }).dblclick()
  await expect(page.getByRole("heading", { name: "Pay by card" })).toBeVisible()
  expect(page.url()).not.toBe(paymentPage)

  const second = await context.newPage()
  await second.goto(page.url())
  await payWithCard(second, VISA)
  await isPaid(second)
  await payWithCard(page, VISA)
  await isPaid(page)
})

test("the buyer sees a refund that was made at the processor", async ({ page, shop }) => {
  const { id, paymentPage, total } = await cardOrder(page, shop)
  await payElsewhere(shop.cardsUrl, paymentPage, VISA)
  await visit(page, `/orders/${id}`)
  await isPaid(page)
  await atProcessor(shop.cardsUrl, id, "refunds", Math.round(Number(total) * 100))
  await expect(async () => {
    await page.reload()
    await expect(notice(page, "Your payment was refunded")).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
})
