import { execFileSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import type { APIRequestContext, Locator, Page } from "@playwright/test"
import { bitcoinAmount, formatBitcoin, type Product } from "@shop/contracts"
import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { cardOrder } from "../fixtures/card-order"
import { atProcessor, endDispute, payElsewhere } from "../fixtures/card-processor"
import { quoteWhenDearer } from "../fixtures/database"
import { messageTo } from "../fixtures/mailbox"
import { openByMail } from "../fixtures/order-link"
import { scanQr } from "../fixtures/qr-scanner"
import { placeOrder } from "../fixtures/place-order"
import type { Staff } from "../fixtures/staff"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { openAdmin } from "../screens/admin"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { VISA } from "../screens/payment-page"
import type { Stack } from "../stack/stack"

const BUYERS_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
const TXID = "ab".repeat(32)

let product: Product

test.beforeEach(async ({ page, shop, staff, browserWatch }) => {
  // The first is Medusa's own; the other is the rejection of an unpaid parcel, which a test provokes.
  browserWatch.allow(/DialogContent/)
  browserWatch.allow(/\/admin\/orders\/[^/]+\/fulfillments/)
  product = await aProduct(shop.storefrontUrl, isPlentiful)
  await openAdmin(page, shop, staff, browserWatch)
})

/** An order that awaits its Bitcoin payment. */
interface OpenOrder {
  id: string
  number: number
  email: string
  address: string
  sats: bigint
}

async function openOrder(calls: APIRequestContext, quantity: number): Promise<OpenOrder> {
  const buyer = aLondoner()
  const placed = await placeOrder(calls, { product, quantity, paymentMethod: "bitcoin", buyer })
  const { id, number, bitcoin } = placed
  if (!bitcoin) throw new Error("The order says nothing about Bitcoin")
  return { id, number, email: buyer.email, address: bitcoin.address, sats: BigInt(bitcoin.amountSats) }
}

const panelOf = (page: Page) => page.getByRole("region", { name: "Payment", exact: true })
const bitcoinOf = (page: Page) => page.getByRole("region", { name: "Bitcoin payment", exact: true })
const cardOf = (page: Page) => page.getByRole("region", { name: "Card payment", exact: true })

/** Opens the order from the inbox, as staff do. */
async function openCase(
  page: Page,
  shop: Stack,
  { number }: { number: number },
  what: RegExp,
): Promise<Locator> {
  const row = page.getByRole("row", { name: new RegExp(`#${String(number)}\\b`) })
  await expect(async () => {
    await page.goto(`${shop.backendUrl}/app/payments`)
    await expect(row).toContainText(what, { timeout: 3000 })
  }).toPass({ timeout: 40_000 })
  await row.getByRole("link", { name: `#${String(number)}` }).click()
  const panel = panelOf(page)
  await expect(panel).toBeVisible()
  return panel
}

async function decide(page: Page, panel: Locator, button: RegExp, confirm: RegExp, reason?: string) {
  await panel.getByRole("button", { name: button }).click()
  const question = page.getByRole("alertdialog")
  if (reason !== undefined) {
    await expect(question.getByRole("button", { name: confirm })).toBeDisabled()
    await question.getByLabel(/^(Why|Reason)$/).fill(reason)
  }
  await question.getByRole("button", { name: confirm }).click()
  await expect(question).toBeHidden()
}

test("staff accept an underpaid order for the amount received, and its receipt says so", async ({
  page,
  shop,
  request,
}) => {
  const order = await openOrder(request, 2)
  await pay(shop.bitcoinUrl, order.address, (order.sats * 9n) / 10n)
  await mine(shop.bitcoinUrl, 1)
  await page.goto(`${shop.backendUrl}/app/orders/${order.id}`)
  const panel = panelOf(page)
  const payment = bitcoinOf(page)
  await expect(panel.getByText("Do not send")).toBeVisible()
  const accept = payment.getByRole("button", { name: /^Accept £/ })
  await expect(accept).toBeVisible({ timeout: 30_000 })

  await decide(page, payment, /^Accept £/, /^Accept$/)
  await expect(payment.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await expect(panel.getByText("Do not send")).toBeHidden()
  await expect(panel.getByText("Cancelling the order does not return it")).toBeVisible()
  await messageTo(shop.mailboxUrl, order.email, `Order ${String(order.number)} is paid`)

  const address = await panel.getByRole("link", { name: "Receipt" }).getAttribute("href")
  const receipt = await (await page.request.get(`${shop.backendUrl}${address ?? ""}`)).text()
  expect(receipt).toContain("Accepted for less than the price")
  expect(receipt).toContain("Value at the time of sale")
})

test("an order's page asks once for its payments, by whatever method they are", async ({
  page,
  shop,
  request,
}) => {
  const order = await openOrder(request, 1)
  const asked: string[] = []
  page.on("request", (sent) => {
    const { pathname } = new URL(sent.url())
    if (/^\/admin\/orders\/[^/]+\/payments$/.test(pathname)) asked.push(pathname)
  })
  await page.goto(`${shop.backendUrl}/app/orders/${order.id}`)
  await expect(bitcoinOf(page).getByText(order.address)).toBeVisible()
  expect(asked).toEqual([`/admin/orders/${order.id}/payments`])
  const byCard = await cardOrder(request, shop)
  await page.goto(`${shop.backendUrl}/app/orders/${byCard.id}`)
  await expect(panelOf(page)).toBeVisible()
  await expect(cardOf(page)).toBeVisible()
  await expect(bitcoinOf(page)).toHaveCount(0)
  expect(asked.filter((path) => path.includes(byCard.id))).toEqual([`/admin/orders/${byCard.id}/payments`])
})

/** The buyer opens the link in the mail on a phone, mistypes once, and gives the refund address. */
async function sayAddress(buyer: Page, shop: Stack, { number, email }: OpenOrder): Promise<void> {
  const asked = await messageTo(
    shop.mailboxUrl,
    email,
    `Where should we send your refund for order ${String(number)}`,
  )
  await buyer.setViewportSize({ width: 320, height: 700 })
  await buyer.goto(/https?:\/\/\S+#key=[\w-]+/.exec(asked.text ?? "")?.[0] ?? "")
  const card = buyer.getByRole("region", { name: "Where should we send your refund?" })
  const field = card.getByLabel("Your Bitcoin or Lightning address")
  await field.fill(`${BUYERS_ADDRESS.slice(0, -1)}x`)
  await card.getByRole("button", { name: "Send my refund here" }).click()
  await expect(field).toHaveAccessibleDescription(/a character is wrong or missing/)
  await expect(field).toBeFocused()
  expect(await accessibilityFaults(buyer)).toEqual([])
  await field.fill(BUYERS_ADDRESS)
  await card.getByRole("button", { name: "Send my refund here" }).click()
  await expect(buyer.getByRole("heading", { name: "We have your refund address" })).toBeFocused()
  expect(await smallTargets(buyer)).toEqual([])
  const kept = await messageTo(
    shop.mailboxUrl,
    email,
    `We have your refund address for order ${String(number)}`,
  )
  expect(kept.text).toContain(BUYERS_ADDRESS)
}

const SIGNER = new URL(
  "../../backend/src/modules/bitcoin-payment/src/adapters/testing/test-signer.ts",
  import.meta.url,
)

/** The merchant's wallet is a program of its own. */
function signedByOwner(psbt: string): string {
  const sign = `import wallet from ${JSON.stringify(SIGNER.href)}; process.stdout.write(wallet.signedByOwner(process.argv[1]))`
  const run = ["--import", "tsx", "--input-type", "module", "--eval", sign, psbt]
  return execFileSync(process.execPath, run, { encoding: "utf8" })
}

/** Signs the prepared transaction in the owner's wallet, and sends it through the shop into a block. */
async function signAndSend(page: Page, shop: Stack, made: Locator): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    made.getByRole("link", { name: "Download the file (.psbt)" }).click(),
  ])
  const psbt = await readFile(await file.path(), "base64")
  await made.getByLabel("Signed transaction").fill(signedByOwner(psbt))
  await made.getByRole("button", { name: "Send to the network" }).click()
  await mine(shop.bitcoinUrl, 1)
}

/** Paid, and cancelled by its buyer, who says where the money goes. */
async function cancelPaid(calls: APIRequestContext, staff: Staff, { id }: OpenOrder): Promise<void> {
  await expect.poll(async () => (await staff.order(id)).payment_status).toBe("captured")
  const data = { refundAddress: BUYERS_ADDRESS }
  expect((await calls.post(`/api/orders/${id}/cancellation`, { data })).status()).toBe(200)
}

test("five refunds that are due are one transaction: signed once in the owner's wallet, found and recorded", async ({
  page,
  shop,
  request,
  staff,
}) => {
  const orders: OpenOrder[] = []
  for (let order = 0; order < 6; order++) orders.push(await openOrder(request, 1))
  for (const { address, sats } of orders) await pay(shop.bitcoinUrl, address, sats)
  await mine(shop.bitcoinUrl, 1)
  // The sixth is kept: it pays the fee.
  const due = orders.slice(0, 5)
  for (const order of due) await cancelPaid(request, staff, order)

  await page.goto(`${shop.backendUrl}/app/bitcoin-refunds`)
  for (const { number } of due)
    await page.getByRole("checkbox", { name: new RegExp(`^Order ${String(number)}:`) }).check()
  await page.getByLabel("Fee (satoshis per virtual byte)").fill("4")
  await page.getByRole("button", { name: /^Make one transaction for 5 refunds/ }).click()
  const made = page.getByRole("region", { name: /^Transaction of / }).first()
  await expect(made).toContainText("To be signed")
  const frame = made.getByRole("img", { name: "Animated code of the transaction to be signed" })
  await expect.poll(() => scanQr(frame)).toMatch(/^UR:CRYPTO-PSBT\/\d+-\d+\/[A-Z]+$/)
  await signAndSend(page, shop, made)
  await expect(made.getByText("Recorded", { exact: true })).toHaveCount(5)
  for (const { email, number } of due) {
    const mail = await messageTo(shop.mailboxUrl, email, `Your refund for order ${String(number)}`)
    expect(mail.text).toContain(BUYERS_ADDRESS)
  }
})

test("staff return the bitcoin that was paid to one buyer and its worth today to another; each buyer's page says what was sent", async ({
  page,
  phone,
  shop,
  request,
  staff,
}) => {
  const [kept, inMoney, forTheFee] = [
    await openOrder(request, 1),
    await openOrder(request, 1),
    await openOrder(request, 2),
  ]
  const due = [kept, inMoney]
  for (const { id } of due) await quoteWhenDearer(shop.databaseUrl, id)
  const paid = (kept.sats * 4n) / 5n
  for (const { address } of due) await pay(shop.bitcoinUrl, address, paid)
  await pay(shop.bitcoinUrl, forTheFee.address, forTheFee.sats)
  await mine(shop.bitcoinUrl, 1)
  for (const order of due) await cancelPaid(request, staff, order)

  await page.goto(`${shop.backendUrl}/app/orders/${inMoney.id}`)
  const box = bitcoinOf(page).getByRole("region", { name: "Refund due" })
  await expect(box).toContainText(`${formatBitcoin(paid)} BTC`)
  await expect(box).toContainText(`Or ${formatBitcoin(inMoney.sats)} BTC, its worth at today’s rate`)
  await page.goto(`${shop.backendUrl}/app/bitcoin-refunds`)
  for (const { number } of due)
    await page.getByRole("checkbox", { name: new RegExp(`^Order ${String(number)}:`) }).check()
  await page
    .getByRole("radiogroup", { name: `What the buyer of order ${String(inMoney.number)} gets back` })
    .getByRole("radio", { name: "Its worth, at today’s rate" })
    .click()
  await page.getByLabel("Fee (satoshis per virtual byte)").fill("2")
  await page
    .getByRole("button", {
      name: `Make one transaction for 2 refunds (${formatBitcoin(paid + inMoney.sats)} BTC)`,
    })
    .click()
  const made = page.getByRole("region", { name: /^Transaction of / }).first()
  await signAndSend(page, shop, made)
  await expect(made.getByText("Recorded", { exact: true })).toHaveCount(2)

  for (const { order, sats, worth } of [
    { order: kept, sats: paid, worth: "It is the bitcoin that you paid for it" },
    { order: inMoney, sats: inMoney.sats, worth: "at the rate of the day" },
  ]) {
    const mail = await messageTo(
      shop.mailboxUrl,
      order.email,
      `Your refund for order ${String(order.number)}`,
    )
    expect(mail.text).toContain(bitcoinAmount(sats))
    expect(mail.text).toContain(worth)
    await openByMail(phone, shop.mailboxUrl, order.email, order)
    const refund = phone.getByRole("region", { name: "Refunded in bitcoin" })
    for (const part of ["Sent in bitcoin", bitcoinAmount(sats), BUYERS_ADDRESS])
      await expect(refund).toContainText(part)
    await expect(refund.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
    expect(await accessibilityFaults(phone)).toEqual([])
    expect(await smallTargets(phone)).toEqual([])
  }
})

test("an overpaid order's surplus is refunded to the buyer's address, then its item, and the order shows the refunds", async ({
  page,
  context,
  shop,
  request,
  browserWatch,
}) => {
  browserWatch.allow(/status of 400/)
  const order = await openOrder(request, 1)
  await pay(shop.bitcoinUrl, order.address, order.sats * 2n)
  await mine(shop.bitcoinUrl, 1)
  await openCase(page, shop, order, /Overpaid/)
  const panel = bitcoinOf(page)
  await expect(panel.getByText(/^Overpaid by £/)).toBeVisible()

  // The inbox leads to the question itself.
  await page.goBack()
  await page
    .getByRole("row", { name: new RegExp(`#${String(order.number)}\\b`) })
    .getByRole("link", { name: "Ask for a refund address" })
    .click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Ask the buyer" }).click()
  await expect(page.getByRole("alertdialog")).toBeHidden()
  const buyer = await context.newPage()
  await sayAddress(buyer, shop, order)
  await buyer.close()
  const due = panel.getByRole("region", { name: "Refund due" })
  await expect(due).toContainText(BUYERS_ADDRESS)
  const amount = formatBitcoin(order.sats)
  await expect(due).toContainText(`${amount} BTC`)
  const uri = `bitcoin:${BUYERS_ADDRESS}?amount=${amount.replace(/\.?0+$/, "")}`
  await expect(due.getByRole("link", { name: "Open in wallet" })).toHaveAttribute("href", uri)
  await expect.poll(() => scanQr(due.getByRole("img", { name: /QR code/ }))).toBe(uri)

  await panel.getByRole("button", { name: "Record a refund…" }).click()
  const form = page.getByRole("dialog")
  const record = form.getByRole("button", { name: "Record a refund" })
  await record.click()
  await expect(form.getByText("Copy the transaction id from the wallet")).toBeVisible()
  await expect(form.getByLabel("To which address")).toHaveValue(BUYERS_ADDRESS)
  await form.getByLabel("Transaction id").fill(TXID)
  await record.click()
  await expect(form).toBeHidden()

  await expect(panel.getByRole("region", { name: "Refunds" })).toContainText(BUYERS_ADDRESS)
  await expect(panel.getByText("Surplus", { exact: true })).toBeHidden()
  const mail = await messageTo(shop.mailboxUrl, order.email, `Your refund for order ${String(order.number)}`)
  expect(mail.text).toContain(BUYERS_ADDRESS)

  await panel.getByRole("button", { name: "Record a refund…" }).click()
  await form.getByRole("radio", { name: "In another way" }).click()
  const item = form.getByLabel(product.name)
  await item.fill("2")
  await form.getByLabel("How it was paid back").fill("Sent by bank.")
  await record.click()
  await expect(form.getByText("At most as many as were ordered.")).toBeVisible()
  await item.fill("1")
  await expect(form.getByLabel(/^Amount of the payment/)).toHaveValue(product.price)
  await record.click()
  await expect(form).toBeHidden()
  await expect(panel.getByRole("region", { name: "Refunds" })).toContainText("Sent by bank.")
  await page.goto(`${shop.backendUrl}/app/payments`)
  await expect(page.getByRole("tab", { name: /Inbox/ })).toBeVisible()
  await expect(page.getByRole("row", { name: new RegExp(`#${String(order.number)}\\b`) })).toBeHidden()
})

test("staff accept a payment for a closed order, pack and dispatch it, and the buyer follows it", async ({
  page,
  shop,
  staff,
  request,
}) => {
  const order = await openOrder(request, 1)
  await staff.cancel(order.id)
  await pay(shop.bitcoinUrl, order.address, order.sats)
  await mine(shop.bitcoinUrl, 1)
  await staff.requestPoll(order.id)
  await openCase(page, shop, order, /order was cancelled/)
  const panel = bitcoinOf(page)

  await decide(page, panel, /^Accept £/, /^Accept$/)
  await expect(panel.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await staff.send(order.id, { number: "AB123456789GB", url: "https://www.royalmail.com/track" })
  const mail = await messageTo(shop.mailboxUrl, order.email, `Order ${String(order.number)} is on its way`)
  expect(mail.text).toContain("AB123456789GB")
})

test("an unpaid order cannot be packed until a member of staff confirms it", async ({
  page,
  shop,
  staff,
  request,
}) => {
  const order = await openOrder(request, 1)
  await page.goto(`${shop.backendUrl}/app/orders/${order.id}`)
  await page
    .locator("div", { has: page.getByRole("heading", { name: "Unfulfilled Items" }) })
    .last()
    .getByRole("button")
    .click()
  await page.getByRole("menuitem", { name: "Fulfil items" }).click()
  await page.getByRole("combobox").first().click()
  await page.getByRole("option").first().click()
  await expect(page.getByRole("spinbutton")).toBeVisible()
  // Medusa's form fills in the delivery method once it has loaded; before that the field is required.
  await expect(async () => {
    await page.getByRole("button", { name: "Create fulfilment" }).click()
    await expect(page.getByText(/This order is not paid/).first()).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })

  await page.goto(`${shop.backendUrl}/app/orders/${order.id}`)
  const panel = panelOf(page)
  await decide(page, panel, /^Ship unpaid…$/, /^Ship unpaid$/, "A regular; pays on Friday.")
  await expect(panel.getByText("Released unpaid")).toBeVisible()
  await expect(panel.getByText(/A regular; pays on Friday/).first()).toBeVisible()
  await staff.send(order.id, { number: "CD123456789GB", url: "https://www.royalmail.com/track" })
})

test("a dispute at the card processor waits in the inbox with its deadline; one that is lost holds the parcel until staff allow it", async ({
  page,
  shop,
  staff,
  request,
}) => {
  const order = await cardOrder(request, shop)
  await payElsewhere(shop.cardsUrl, order.paymentPage, VISA)
  await expect.poll(async () => (await staff.order(order.id)).payment_status).toBe("captured")
  await atProcessor(shop.cardsUrl, order.id, "disputes", order.pence)

  const panel = await openCase(
    page,
    shop,
    order,
    /Card payment.*disputes.*Answer before \d{1,2} \w{3,4} 20\d\d/,
  )
  const payment = cardOf(page)
  await expect(payment).toContainText(/Answer before \d{1,2} \w{3,4} 20\d\d/)
  await expect(panel.getByText("Needs your decision")).toBeVisible()
  await decide(page, payment, /^Close the case…$/, /^Close the case$/, "The evidence is sent at Stripe.")
  await expect(panel.getByText("Needs your decision")).toBeHidden()

  await page.goto(`${shop.backendUrl}/app/payments?show=done`)
  const row = page.getByRole("row", { name: new RegExp(`#${String(order.number)}\\b`) })
  await expect(row).toContainText("The evidence is sent at Stripe.")
  await endDispute(shop.cardsUrl, order.id, "lost")
  await openCase(page, shop, order, /A dispute was lost/)
  await expect(payment).toContainText("Then close the case.")
  await expect(payment).toContainText("Fee of the dispute")
  await expect(panel).toContainText("The dispute was lost: the payment went back to the cardholder.")
  await decide(page, panel, /^Ship unpaid…$/, /^Ship unpaid$/, "The buyer paid by bank transfer.")
  await expect(panel.getByText("Do not send")).toBeHidden()
  await expect(panel).toContainText("The buyer paid by bank transfer.")
})
