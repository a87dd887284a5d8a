import { formatPence } from "@shop/contracts"
import { payElsewhere } from "../fixtures/card-processor"
import { placeOrder } from "../fixtures/place-order"
import { expect, test } from "../fixtures/test"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { edit, openEdit } from "../screens/order-changes"
import { visit } from "../screens/page"
import { payWithCard, VISA } from "../screens/payment-page"

test.beforeEach(async ({ context, staff, browserWatch }) => {
  // Medusa's own dialogs have no title.
  browserWatch.allow(/`DialogTitle`|aria-describedby=\{undefined\}/)
  await context.addCookies(await staff.cookies())
})

test("an edit that staff confirm shows the buyer another amount and address at once; one that they leave open does not keep the buyer from cancelling", async ({
  page,
  context,
  shop,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const pence = Math.round(Number(product.price) * 100)
  const ordered = { product, quantity: 1, paymentMethod: "bitcoin", buyer: aLondoner() } as const
  const order = await placeOrder(page.request, ordered)
  await visit(page, `/checkout?order=${order.id}`)
  const main = page.getByRole("main")
  const isAsked = (pieces: number) =>
    expect(
      main.getByRole("heading", { name: `Pay ${formatPence(pence * pieces)} with Bitcoin` }),
    ).toBeVisible()
  await isAsked(1)
  const office = await context.newPage()
  await edit(office, shop.backendUrl, order.id, 2)
  await isAsked(2)
  const uri = await main.getByRole("link", { name: "Open in wallet" }).getAttribute("href")
  expect(uri).toMatch(/^bitcoin:\w+\?amount=/)
  expect(uri).not.toContain(order.bitcoin?.address)

  await openEdit(office, shop.backendUrl, order.id)
  await visit(page, `/orders/${order.id}`)
  await main.getByRole("button", { name: "Cancel this order" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel this order" }).click()
  await expect(page.getByRole("list", { name: "What has happened to this order" })).toContainText("Cancelled")
})

test("an order paid by card asks for the rest when staff make it dearer, and is a refund of the difference when they make it cheaper", async ({
  page,
  context,
  shop,
  staff,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const pence = Math.round(Number(product.price) * 100)
  const ordered = { product, quantity: 2, paymentMethod: "card", buyer: aLondoner() } as const
  const { id, number, cardPaymentUrl } = await placeOrder(page.request, ordered)
  await payElsewhere(shop.cardsUrl, cardPaymentUrl ?? "", VISA)
  await expect.poll(async () => (await staff.order(id)).payment_status).toBe("captured")
  const office = await context.newPage()
  const row = office.getByRole("row", { name: new RegExp(`#${String(number)}\\b`) })
  const openList = async () => {
    const loaded = office.waitForResponse((response) => response.url().includes("list=difference_due"))
    await office.goto(`${shop.backendUrl}/app/today?show=difference_due`)
    await loaded
  }

  const main = page.getByRole("main")
  await visit(page, `/orders/${id}`)
  await expect(page.getByRole("status").filter({ hasText: "Payment received" })).toBeVisible()
  await edit(office, shop.backendUrl, id, 3)
  // The open page asks for it, without a reload.
  for (const path of [null, `/checkout?order=${id}`]) {
    if (path !== null) await visit(page, path)
    await expect(main).toContainText(`${formatPence(pence)} is still to be paid`)
    await expect(main.getByRole("button", { name: "Pay with Bitcoin" })).toBeVisible()
    await expect(main.getByRole("button", { name: "Pay by card" })).toBeVisible()
  }
  await openList()
  await expect(row).toBeVisible()
  const opened = await context.newPage()
  await opened.goto(`${shop.backendUrl}/app/orders/${id}`)
  const panel = opened.getByRole("region", { name: "Payment", exact: true })
  await expect(panel).toContainText(`Difference due: ${formatPence(pence)}`)
  await main.getByRole("button", { name: "Pay by card" }).click()
  await payWithCard(page, VISA)
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
  // Staff's open page follows as well.
  await expect(panel.getByText("Paid", { exact: true })).toBeVisible()
  await expect(panel).not.toContainText("Do not send")
  for (const path of [null, `/orders/${id}`]) {
    if (path !== null) await visit(page, path)
    await expect(page.getByRole("status").filter({ hasText: "Payment received" })).toBeVisible()
    await expect(main).not.toContainText("to be paid")
  }
  await expect.poll(async () => (await staff.order(id)).summary.pending_difference).toBe(0)
  await openList()
  await expect(row).toBeHidden()

  await edit(office, shop.backendUrl, id, 2)
  await expect(async () => {
    await office.goto(`${shop.backendUrl}/app/payments`)
    await expect(row).toContainText(/Refund due/, { timeout: 3000 })
  }).toPass()
  await expect(row).toContainText(formatPence(pence))
  await row.getByRole("link", { name: `#${String(number)}` }).click()
  // The first payment is the last one.
  await office.getByRole("button", { name: "Refund…" }).last().click()
  await expect(office.getByRole("dialog").getByLabel(/^Amount/)).toHaveValue(product.price)
})
