import type { Page } from "@playwright/test"
import { orderSchema } from "@shop/contracts"
import { mine, pay } from "../fixtures/bitcoin-network"
import { bitcoinOrder } from "../fixtures/bitcoin-order"
import { cardOrder } from "../fixtures/card-order"
import { payElsewhere } from "../fixtures/card-processor"
import { messageTo } from "../fixtures/mailbox"
import { openByMail } from "../fixtures/order-link"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { LOST, loseAnswers } from "../screens/forced"
import { visit } from "../screens/page"
import { VISA } from "../screens/payment-page"

const REFUND_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

const cancelButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Cancel this order" })
const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Cancel order/ })
const confirmIn = (page: Page) => dialogOf(page).getByRole("button", { name: "Cancel this order" })
const timeline = (page: Page) => page.getByRole("list", { name: "What has happened to this order" })

test("a guest cancels an unpaid order from its page, with the keyboard too, and gets a mail", async ({
  page,
  request,
  shop,
}) => {
  // In another browser: the one that places the order may read it without the mail.
  const { buyer, ...order } = await bitcoinOrder(request, shop)
  await page.goto(`/orders/${order.id}`)
  await expect(page.getByRole("heading", { name: "Delivery details are hidden" })).toBeVisible()
  await expect(cancelButton(page)).toHaveCount(0)
  await openByMail(page, shop.mailboxUrl, buyer.email, order)
  await expect(cancelButton(page)).toBeVisible()
  await cancelButton(page).focus()
  await page.keyboard.press("Enter")
  await expect(dialogOf(page)).toContainText("You haven't been charged.")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(dialogOf(page)).toBeHidden()
  await expect(cancelButton(page)).toBeFocused()
  await page.keyboard.press("Enter")
  await confirmIn(page).dblclick()
  await expect(timeline(page)).toContainText("Cancelled")
  await expect(page.getByText("Order cancelled")).toBeVisible()
  await expect(cancelButton(page)).toHaveCount(0)
  expect(await accessibilityFaults(page)).toEqual([])
  const { text } = await messageTo(shop.mailboxUrl, buyer.email, `Order ${String(order.number)} is cancelled`)
  expect(text).toContain("You haven't been charged")
})

test("a paid card order is cancelled within the hour, and the money goes back to the card", async ({
  page,
  shop,
}) => {
  const order = await cardOrder(page.request, shop)
  await payElsewhere(shop.cardsUrl, order.paymentPage, VISA)
  await openByMail(page, shop.mailboxUrl, order.buyer.email, order)
  await expect(page.getByText("unless it is packed before")).toBeVisible({ timeout: 45_000 })
  await cancelButton(page).click()
  await expect(dialogOf(page)).toContainText("goes back to your card automatically")
  await confirmIn(page).click()
  await expect(timeline(page)).toContainText("Cancelled")
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole("status").filter({ hasText: "Your payment was refunded" })).toBeVisible({
      timeout: 3000,
    })
  }).toPass({ timeout: 30_000 })
})

test("the page of an order that is paid while it loads offers to cancel it until the hour is over", async ({
  page,
  shop,
}) => {
  const order = await bitcoinOrder(page.request, shop)
  const address = `/api/orders/${order.id}`
  let [reads, isPaid, isFirstAnswered] = [0, false, false]
  await page.route(`**${address}`, async (route) => {
    reads += 1
    // Of the two reads of a page, the first is answered by the shop late, and the second is older than its answer.
    if (reads === 1) {
      await expect.poll(() => isPaid, { timeout: 60_000 }).toBe(true)
      await route.fulfill({ response: await route.fetch() })
      isFirstAnswered = true
    } else if (reads === 2) {
      const response = await route.fetch()
      await expect.poll(() => isFirstAnswered, { timeout: 60_000 }).toBe(true)
      await route.fulfill({ response })
    } else await route.continue()
  })
  await visit(page, `/orders/${order.id}`)
  await expect.poll(() => reads).toBe(2)
  await pay(shop.bitcoinUrl, order.bitcoin.address, BigInt(order.bitcoin.amountSats))
  await mine(shop.bitcoinUrl, order.bitcoin.requiredConfirmations)
  await expect
    .poll(async () => orderSchema.parse(await (await page.request.get(address)).json()).status, {
      timeout: 45_000,
    })
    .toBe("paid")
  isPaid = true
  await expect(page.getByText("unless it is packed before")).toBeVisible()
})

test("a paid Bitcoin order is cancelled with a checked address for the refund", async ({ page, shop }) => {
  const { buyer, ...order } = await bitcoinOrder(page.request, shop)
  const { address, amountSats, requiredConfirmations } = order.bitcoin
  await pay(shop.bitcoinUrl, address, BigInt(amountSats))
  await mine(shop.bitcoinUrl, requiredConfirmations)
  await openByMail(page, shop.mailboxUrl, buyer.email, order)
  await expect(page.getByText("unless it is packed before")).toBeVisible({ timeout: 45_000 })
  await cancelButton(page).click()
  const field = dialogOf(page).getByLabel("Your Bitcoin or Lightning address for the refund")
  await field.fill("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
  await confirmIn(page).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/another network/)
  expect(await accessibilityFaults(page)).toEqual([])
  await field.fill(REFUND_ADDRESS)
  await confirmIn(page).click()
  await expect(page.getByRole("heading", { name: "We have your refund address" })).toBeVisible()
  await expect(page.getByRole("status").filter({ hasText: "You get back the" })).toBeVisible()
  await expect(timeline(page)).toContainText("Cancelled")
  expect(await accessibilityFaults(page)).toEqual([])
})

test("a cancellation whose answer is lost is confirmed as soon as the page knows of it", async ({
  page,
  request,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(LOST)
  const { buyer, ...order } = await bitcoinOrder(request, shop)
  await openByMail(page, shop.mailboxUrl, buyer.email, order)
  await cancelButton(page).click()
  await loseAnswers(page, /\/cancellation$/)
  await confirmIn(page).click()
  await expect(page.getByText("Order cancelled")).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await expect(timeline(page)).toContainText("Cancelled")
})

test("the question about an order closes when it is cancelled elsewhere", async ({ page, request, shop }) => {
  const { buyer, ...order } = await bitcoinOrder(request, shop)
  await openByMail(page, shop.mailboxUrl, buyer.email, order)
  await cancelButton(page).click()
  await expect(dialogOf(page)).toBeVisible()
  const elsewhere = await page.context().newPage()
  await visit(elsewhere, `/orders/${order.id}`)
  await cancelButton(elsewhere).click()
  await confirmIn(elsewhere).click()
  await expect(timeline(elsewhere)).toContainText("Cancelled")
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByText("Order cancelled")).toBeVisible()
  await expect(page.getByRole("main")).toBeFocused()
})
