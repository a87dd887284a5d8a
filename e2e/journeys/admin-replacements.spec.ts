import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { formatPence, type Product } from "@shop/contracts"
import { mine, pay } from "../fixtures/bitcoin-network"
import { payElsewhere } from "../fixtures/card-processor"
import { messageTo } from "../fixtures/mailbox"
import { openByMail } from "../fixtures/order-link"
import { placeOrder } from "../fixtures/place-order"
import { readPaymentUri } from "../fixtures/qr-scanner"
import type { Staff } from "../fixtures/staff"
import { expect, test } from "../fixtures/test"
import { allProducts, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { convertDraft, receive, replace, takeBack } from "../screens/order-changes"
import { visit } from "../screens/page"
import { payWithCard, VISA } from "../screens/payment-page"
import type { Stack } from "../stack/stack"

test.beforeEach(async ({ context, staff, browserWatch }) => {
  // Medusa's own dialogs have no title.
  browserWatch.allow(/`DialogTitle`|aria-describedby=\{undefined\}|Missing `Description`/)
  await context.addCookies(await staff.cookies())
})

const BUYERS_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

const penceOf = ({ price }: Product) => Math.round(Number(price) * 100)

/** Two products with enough stock, the cheaper one first. */
async function cheapAndDear(storefrontUrl: string): Promise<[Product, Product]> {
  const all = (await allProducts(storefrontUrl)).filter(isPlentiful)
  const byPrice = all.sort((one, other) => penceOf(one) - penceOf(other))
  const [cheap, dear] = [byPrice[0], byPrice.at(-1)]
  if (!cheap || !dear || penceOf(dear) - penceOf(cheap) < 100) throw new Error("All products cost the same")
  return [cheap, dear]
}

/** Pays what the order's page asks for. */
async function payFromOrderPage(page: Page, shop: Stack, method: "Bitcoin" | "card"): Promise<void> {
  const main = page.getByRole("main")
  if (method === "card") {
    await main.getByRole("button", { name: "Pay by card" }).click()
    await payWithCard(page, VISA)
    return
  }
  await main.getByRole("button", { name: "Pay with Bitcoin" }).click()
  const link = main.getByRole("link", { name: "Open in wallet" })
  const { address, sats } = readPaymentUri((await link.getAttribute("href")) ?? "")
  await pay(shop.bitcoinUrl, address, sats)
  await mine(shop.bitcoinUrl, 1)
}

/** An order that the buyer paid and that has arrived. */
async function arrivedOrder(
  buyerPage: Page,
  shop: Stack,
  staff: Staff,
  product: Product,
  quantity = 1,
  paymentMethod: "bitcoin" | "card" = "card",
) {
  const buyer = aLondoner()
  const order = await placeOrder(buyerPage.request, { product, quantity, paymentMethod, buyer })
  if (order.bitcoin) {
    await pay(shop.bitcoinUrl, order.bitcoin.address, BigInt(order.bitcoin.amountSats))
    await mine(shop.bitcoinUrl, 1)
  } else await payElsewhere(shop.cardsUrl, order.cardPaymentUrl ?? "", VISA)
  await expect
    .poll(async () => (await staff.order(order.id)).summary.pending_difference, { timeout: 45_000 })
    .toBe(0)
  await staff.send(order.id, { number: "AB123456789GB", url: "https://track.test/AB123456789GB" })
  await staff.deliver(order.id)
  return { ...order, buyer, row: new RegExp(`#${String(order.number)}\\b`) }
}

/** Staff's list of Today has the order. */
async function expectListed(office: Page, shop: Stack, list: string, row: RegExp): Promise<void> {
  await expect(async () => {
    await office.goto(`${shop.backendUrl}/app/today?show=${list}`)
    await expect(office.getByRole("row", { name: row })).toBeVisible({ timeout: 3000 })
  }).toPass()
}

for (const [method, device] of [
  ["Bitcoin", "phone"],
  ["card", "desktop"],
] as const)
  test(`an exchange for something dearer: the buyer pays the difference by ${method} on a ${device}, and the parcel goes when the return is in`, async ({
    page: desktop,
    phone,
    context,
    shop,
    staff,
  }) => {
    const [cheap, dear] = await cheapAndDear(shop.storefrontUrl)
    const page = device === "phone" ? phone : desktop
    const office = await context.newPage()
    const { id, row } = await arrivedOrder(page, shop, staff, cheap)
    await replace(office, shop.backendUrl, id, { kind: "exchange", back: cheap.name, out: dear.name })
    const rest = formatPence(penceOf(dear) - penceOf(cheap))
    const main = page.getByRole("main")
    await expect(async () => {
      await visit(page, `/orders/${id}`)
      await expect(main).toContainText(`${rest} is still to be paid`, { timeout: 3000 })
    }).toPass()
    await expect(main).toContainText("when the difference and what comes back have arrived")
    const awaited = `of which ${formatPence(penceOf(cheap))} is for what comes back`
    await expect(main).toContainText(awaited)
    await expectListed(office, shop, "difference_due", row)
    await payFromOrderPage(page, shop, method)
    if (method === "card")
      await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible({ timeout: 45_000 })
    await expect(main).not.toContainText("to be paid", { timeout: 45_000 })
    await expectListed(office, shop, "awaiting_return", row)
    await visit(page, `/orders/${id}`)
    await expect(main).toContainText("We wait for what comes back")
    await expect(main).toContainText(awaited)
    await receive(office, shop.backendUrl, id)
    await expectListed(office, shop, "to_pack", row)
    await visit(page, `/orders/${id}`)
    await expect(main).toContainText("What you ordered")
    await expect(main).not.toContainText("comes back")
  })

test("an exchange for something cheaper is a refund of the difference, and the buyer's page says so", async ({
  page: office,
  phone,
  shop,
  staff,
}) => {
  const [cheap, dear] = await cheapAndDear(shop.storefrontUrl)
  const { id, row } = await arrivedOrder(phone, shop, staff, dear)
  await replace(office, shop.backendUrl, id, { kind: "exchange", back: dear.name, out: cheap.name })
  await expectListed(office, shop, "awaiting_return", row)
  await receive(office, shop.backendUrl, id)
  const back = formatPence(penceOf(dear) - penceOf(cheap))
  const entry = office.getByRole("row", { name: row })
  await expect(async () => {
    await office.goto(`${shop.backendUrl}/app/payments`)
    await expect(entry).toContainText(`A refund of ${back} is due`, { timeout: 3000 })
  }).toPass()
  await expectListed(office, shop, "to_pack", row)
  await visit(phone, `/orders/${id}`)
  await expect(phone.getByRole("main")).toContainText(`${back} goes back to you`)
})

test("an even exchange asks the buyer for nothing, and waits for what comes back", async ({
  page: office,
  phone,
  shop,
  staff,
}) => {
  const [product] = await cheapAndDear(shop.storefrontUrl)
  const { id, row } = await arrivedOrder(phone, shop, staff, product)
  await replace(office, shop.backendUrl, id, { kind: "exchange", back: product.name, out: product.name })
  await expectListed(office, shop, "awaiting_return", row)
  await visit(phone, `/orders/${id}`)
  await expect(phone.getByRole("main")).not.toContainText("to be paid")
  await receive(office, shop.backendUrl, id)
  await expectListed(office, shop, "to_pack", row)
})

test("a claim costs the buyer nothing, and its replacement is packed at once", async ({
  page: office,
  phone,
  shop,
  staff,
}) => {
  const [product] = await cheapAndDear(shop.storefrontUrl)
  const { id, row } = await arrivedOrder(phone, shop, staff, product)
  await replace(office, shop.backendUrl, id, { kind: "claim", back: null, out: product.name })
  await visit(phone, `/orders/${id}`)
  await expect(phone.getByRole("main")).not.toContainText("to be paid")
  await expectListed(office, shop, "to_pack", row)
})

test("a return that staff receive proposes the refund of exactly what came back, and the panel says what it was for", async ({
  page: office,
  phone,
  shop,
  staff,
}) => {
  const [product] = await cheapAndDear(shop.storefrontUrl)
  const { id } = await arrivedOrder(phone, shop, staff, product, 2)
  await takeBack(office, shop.backendUrl, id, product.name)
  await receive(office, shop.backendUrl, id)
  await expect(async () => {
    await office.goto(`${shop.backendUrl}/app/orders/${id}`)
    await office.getByRole("button", { name: "Refund…" }).click({ timeout: 5000 })
    await expect(office.getByRole("dialog").getByLabel(/^Amount/)).toHaveValue(product.price, {
      timeout: 3000,
    })
  }).toPass()
  const form = office.getByRole("dialog")
  await expect(form.getByRole("spinbutton").first()).toHaveValue("1")
  await form.getByLabel("Reason").fill("One came back.")
  await form.getByRole("button", { name: "Refund", exact: true }).click()
  await expect(form).toBeHidden()
  await expect(office.getByRole("region", { name: "Refunds" })).toContainText(`1 × ${product.name}`)
  await visit(phone, `/orders/${id}`)
  await expect(phone.getByRole("main")).toContainText("Partly returned")
  await expect(phone.getByRole("main")).not.toContainText("to be paid")
})

test("what came back of an order paid in Bitcoin is refunded to the address that its buyer gives on a desktop", async ({
  page,
  context,
  shop,
  staff,
}) => {
  const [product] = await cheapAndDear(shop.storefrontUrl)
  const order = await arrivedOrder(page, shop, staff, product, 2, "bitcoin")
  const { id, number, buyer } = order
  const office = await context.newPage()
  await takeBack(office, shop.backendUrl, id, product.name)
  await receive(office, shop.backendUrl, id)
  const panel = office.getByRole("region", { name: "Bitcoin payment" })
  await expect(async () => {
    await office.goto(`${shop.backendUrl}/app/orders/${id}`)
    await panel.getByRole("button", { name: "Ask for a refund address" }).click({ timeout: 5000 })
  }).toPass()
  await office.getByRole("alertdialog").getByRole("button", { name: "Ask the buyer" }).click()
  await expect(office.getByRole("alertdialog")).toBeHidden()

  await openByMail(page, shop.mailboxUrl, buyer.email, order)
  const main = page.getByRole("main")
  await expect(main).toContainText(`${formatPence(penceOf(product))} goes back to you`)
  const question = page.getByRole("region", { name: "Where should we send your refund?" })
  await question.getByLabel("Your Bitcoin or Lightning address").fill(BUYERS_ADDRESS)
  await question.getByRole("button", { name: "Send my refund here" }).click()
  await expect(page.getByRole("heading", { name: "We have your refund address" })).toBeVisible()

  await expect(panel.getByRole("region", { name: "Refund due" })).toContainText(BUYERS_ADDRESS)
  await panel.getByRole("button", { name: "Record a refund…" }).click()
  const form = office.getByRole("dialog")
  await expect(form.getByLabel(product.name)).toHaveValue("1")
  await expect(form.getByLabel(/^Amount of the payment/)).toHaveValue(product.price)
  await form.getByLabel("Transaction id").fill(randomBytes(32).toString("hex"))
  await form.getByRole("button", { name: "Record a refund" }).click()
  await expect(form).toBeHidden()
  const mail = await messageTo(shop.mailboxUrl, buyer.email, `Your refund for order ${String(number)}`)
  expect(mail.text).toContain(BUYERS_ADDRESS)
  await expect(async () => {
    await visit(page, `/orders/${id}`)
    await expect(main).toContainText("Partly refunded", { timeout: 3000 })
  }).toPass()
  await expect(main).toContainText("Partly returned")
  await expect(main).not.toContainText("goes back to you")
})

for (const method of ["Bitcoin", "card"] as const)
  test(`a draft order that staff convert is paid by ${method} on the phone, from the link in its mail`, async ({
    page: office,
    phone,
    shop,
    staff,
  }) => {
    const [product] = await cheapAndDear(shop.storefrontUrl)
    const { email } = aLondoner()
    const id = await staff.draft(product.id, email)
    await convertDraft(office, shop.backendUrl, id)
    const { display_id: number } = await staff.order(id)
    await openByMail(phone, shop.mailboxUrl, email, { number })
    const main = phone.getByRole("main")
    await expect(main).toContainText("Your order is not paid yet")
    await payFromOrderPage(phone, shop, method)
    await expect(phone.getByRole("heading", { name: "Order Successful!" })).toBeVisible({ timeout: 45_000 })
    await expectListed(office, shop, "to_pack", new RegExp(`#${String(number)}\\b`))
  })
