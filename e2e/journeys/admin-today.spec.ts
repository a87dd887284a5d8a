import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { bitcoinOrder } from "../fixtures/bitcoin-order"
import { payElsewhere } from "../fixtures/card-processor"
import { messageTo } from "../fixtures/mailbox"
import { placeOrder } from "../fixtures/place-order"
import { openAdmin } from "../screens/admin"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { VISA } from "../screens/payment-page"

const rowOf = (page: Page, number: number) =>
  page.getByRole("row", { name: new RegExp(`#${String(number)}\\b`) })

test("staff begin with Today, tick paid orders, print their packing slips, pack them at once, and send them with a pasted list", async ({
  page,
  shop,
  staff,
  request,
  browserWatch,
}) => {
  // The printed page is sandboxed, and Chromium asks whether it may share a process with the admin.
  browserWatch.allow(/origin-keyed agent cluster/)
  await openAdmin(page, shop, staff, browserWatch)
  const orders = []
  for (const name of ["Ada Lovelace", "Grace Hopper"]) {
    const { bitcoin, buyer, ...placed } = await bitcoinOrder(request, shop, { ...aLondoner(), name })
    await pay(shop.bitcoinUrl, bitcoin.address, BigInt(bitcoin.amountSats))
    orders.push({ ...placed, email: buyer.email })
  }
  await mine(shop.bitcoinUrl, 1)
  for (const { email, number } of orders)
    await messageTo(shop.mailboxUrl, email, `Order ${String(number)} is paid`)

  // The admin's own address leads there.
  await page.goto(`${shop.backendUrl}/app`)
  await expect(page).toHaveURL(/\/app\/today/)
  await page.getByRole("link", { name: /^To pack: [1-9]/ }).click()
  for (const { number } of orders) {
    await expect(rowOf(page, number)).toContainText(/Bitcoin.*To pack/)
    await page.getByRole("checkbox", { name: `Select order ${String(number)}`, exact: true }).click()
  }
  await expect(page.getByText("2 selected")).toBeVisible()
  const opened = page.waitForEvent("popup")
  await page.getByRole("link", { name: "Print packing slips" }).click()
  const slips = await opened
  await expect(slips.getByRole("heading", { name: "Packing slip" })).toHaveCount(2)
  await expect(slips.getByText("Grace Hopper")).toBeVisible()
  await slips.close()

  await page.getByRole("button", { name: "Pack 2" }).click()
  await expect(page.getByText("2 packed. Send them from the list To ship.")).toBeVisible()
  for (const { number } of orders) await expect(rowOf(page, number)).toBeHidden()
  await page.getByRole("tab", { name: /^To ship/ }).click()
  for (const { number } of orders) {
    await expect(rowOf(page, number)).toContainText("To ship")
    await page.getByRole("checkbox", { name: `Select order ${String(number)}`, exact: true }).click()
  }

  const [first, second] = orders
  if (!first || !second) throw new Error("Two orders are needed")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: "Send parcels…" }).click()
  const dialog = page.getByRole("dialog", { name: "Send parcels" })
  const parcel = (number: number) =>
    dialog.getByRole("listitem").filter({ hasText: new RegExp(`#${String(number)}\\b`) })
  await expect(parcel(first.number)).toContainText("Will be sent without a number.")
  await dialog
    .getByLabel("List from a spreadsheet")
    .fill(
      `Order\tTracking number\n${String(first.number)}\tAB123456785GB\n999999999\tAB123456794GB\nthing\tAB123456803GB`,
    )
  await expect(parcel(first.number)).toContainText("Will be sent with AB123456785GB.")
  await expect(dialog.getByText("Line 3: there is no order 999999999.")).toBeVisible()
  await expect(dialog.getByText("Line 4 has no order number.")).toBeVisible()
  await dialog.getByLabel(`Tracking number of order ${String(second.number)}`).fill("x")
  await expect(parcel(second.number)).toContainText("Stays here: “x” is no tracking number.")
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await dialog.getByRole("button", { name: "Send 1" }).click()
  await expect(parcel(first.number)).toContainText("Sent.")
  await dialog.getByLabel(`Tracking number of order ${String(second.number)}`).fill("")
  await dialog.getByRole("button", { name: "Send 1" }).click()
  await expect(parcel(second.number)).toContainText("Sent.")
  await dialog.getByRole("button", { name: "Close" }).click()
  const mail = await messageTo(shop.mailboxUrl, first.email, `Order ${String(first.number)} is on its way`)
  expect(mail.text).toContain("https://www.royalmail.com/track-your-item#/tracking-results/AB123456785GB")
  await messageTo(shop.mailboxUrl, second.email, `Order ${String(second.number)} is on its way`)

  await page.getByRole("tab", { name: "Shipped" }).click()
  for (const { number } of orders) await expect(rowOf(page, number).first()).toContainText("Shipped")
})

test("Today fits a phone, and its counts lead to the lists that they count", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  await openAdmin(page, shop, staff, browserWatch)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${shop.backendUrl}/app/today`)
  // One more while another journey's complaint about data is open.
  await expect(page.getByRole("list", { name: "To do" }).getByRole("link").nth(8)).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)

  await page.getByRole("link", { name: /^Sold out: / }).click()
  await expect(page.getByRole("tab", { name: "Sold out", selected: true })).toBeVisible()
  await page.goto(`${shop.backendUrl}/app/orders`)
  await page.getByRole("link", { name: "Awaiting payment" }).click()
  await expect(page.getByRole("tab", { name: /^Awaiting payment/, selected: true })).toBeVisible()
})

test("staff complete an order that is refunded in full after a part was sent, which nothing else ends", async ({
  page,
  shop,
  staff,
  request,
  browserWatch,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const ordered = { product, quantity: 2, paymentMethod: "card", buyer: aLondoner() } as const
  const { id, number, cardPaymentUrl, total } = await placeOrder(request, ordered)
  await payElsewhere(shop.cardsUrl, cardPaymentUrl ?? "", VISA)
  await expect.poll(async () => (await staff.order(id)).summary.pending_difference).toBe(0)
  await staff.send(id, { number: "AB123456789GB", url: "https://track.example/AB123456789GB" }, 1)

  await openAdmin(page, shop, staff, browserWatch)
  await page.goto(`${shop.backendUrl}/app/orders/${id}`)
  await page.getByRole("button", { name: "Refund…" }).click()
  const form = page.getByRole("dialog")
  await form.getByLabel(/^Amount of the payment/).fill(total)
  await form.getByLabel("Reason").fill("The buyer no longer wants it.")
  await form.getByRole("button", { name: "Refund", exact: true }).click()
  await expect(form).toBeHidden()
  await page.getByRole("button", { name: "Complete…" }).click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("nothing else of it is sent")
  await question.getByRole("button", { name: "Complete", exact: true }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole("button", { name: "Complete…" })).toBeHidden()
  await page.goto(`${shop.backendUrl}/app/today?show=on_hold`)
  await expect(page.getByRole("tab", { name: "On hold", selected: true })).toBeVisible()
  await expect(rowOf(page, number)).toHaveCount(0)
})
