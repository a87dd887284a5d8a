import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { bitcoinOrder } from "../fixtures/bitcoin-order"
import { messageTo } from "../fixtures/mailbox"
import { accessibilityFaults } from "../screens/accessibility"
import { cut } from "../screens/forced"
import { openAdmin } from "../screens/admin"

const PHONE = { width: 390, height: 844 }
const box = (page: Page) => page.getByRole("searchbox", { name: "Find an order" })
const found = (page: Page) => page.getByRole("list", { name: "Orders found" }).getByRole("link")
const heading = (page: Page, number: number) => page.getByRole("heading", { name: `#${String(number)}` })

test("staff find an order from Today by what its buyer says, with the keyboard, and come back to what they found", async ({
  page,
  shop,
  staff,
  request,
  browserWatch,
}) => {
  await openAdmin(page, shop, staff, browserWatch)
  const { number, buyer } = await bitcoinOrder(request, shop)
  await page.goto(`${shop.backendUrl}/app/today`)

  await box(page).fill(buyer.email)
  await expect(found(page)).toHaveCount(1)
  await expect(found(page)).toContainText(`Email: ${buyer.email}`)
  await box(page).press("ArrowDown")
  await expect(found(page)).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await expect(box(page)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(heading(page, number)).toBeVisible()

  await page.goBack()
  await expect(box(page)).toHaveValue(buyer.email)
  await expect(found(page)).toHaveCount(1)
  await box(page).fill("no such buyer")
  await expect(page.getByText("No order has “no such buyer”")).toBeVisible()
  await box(page).press("Escape")
  await expect(box(page)).toHaveValue("")
  await expect(page.getByText("No order has")).toBeHidden()

  await page.setViewportSize(PHONE)
  await box(page).fill(`#${String(number)}`)
  await expect(found(page)).toContainText("Order number")
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await found(page).click()
  await expect(heading(page, number)).toBeVisible()
})

test("staff find a payment's order from Payments, by its transaction and its address, which Wallet shows with the order", async ({
  page,
  shop,
  staff,
  request,
  browserWatch,
}) => {
  browserWatch.allow(/\/admin\/order-search/)
  await openAdmin(page, shop, staff, browserWatch)
  const { number, bitcoin, buyer } = await bitcoinOrder(request, shop)
  const txid = await pay(shop.bitcoinUrl, bitcoin.address, BigInt(bitcoin.amountSats))
  await mine(shop.bitcoinUrl, 1)
  await messageTo(shop.mailboxUrl, buyer.email, `Order ${String(number)} is paid`)

  await page.goto(`${shop.backendUrl}/app/payments`)
  for (const [text, what] of [
    [txid, "Transaction"],
    [`bitcoin:${bitcoin.address}`, "Bitcoin address"],
  ] as const) {
    await box(page).fill(text)
    await expect(found(page)).toContainText(new RegExp(`#${String(number)}\\b.*${what}: `))
  }
  // Medusa's own parts have faults.
  const faults = await accessibilityFaults(page)
  expect(faults.filter((fault) => fault.includes("color-contrast"))).toEqual([])

  const recover = await cut(page, /order-search/)
  await box(page).fill(txid.toUpperCase())
  await expect(page.getByText("The orders could not be searched")).toBeVisible()
  await recover()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(found(page)).toContainText("Transaction: payment")

  await page.getByRole("tab", { name: "Wallet" }).click()
  const wallet = page.getByRole("listitem").filter({ has: page.getByText("Order #") })
  await expect(wallet.first()).toContainText(/bcrt1.*Order #\d+/)
})
