import { shippingOptionSchema } from "@shop/contracts"
import { z } from "zod"
import { expect, test } from "../fixtures/test"
import { messageTo } from "../fixtures/mailbox"
import { accessibilityFaults } from "../screens/accessibility"
import { bringCart, openCart, shownTotal } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { inPounds } from "../screens/money"

const row = (label: string) => ({ hasText: label })

test("a shopper enters a discount code, is told why it does not count yet, and pays less", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  // A refused code.
  browserWatch.allow(/status of 409/)
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const pence = BigInt(product.price.replace(".", ""))
  const code = `TEN${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await staff.addDiscountCode(code, { percent: 10, minimum: Number(product.price) * 2 })
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 1 }])
  await page.goto("/products")
  const drawer = await openCart(page)

  await test.step("the cart says what is missing", async () => {
    await drawer.getByText("Add a discount code").click()
    await drawer.getByLabel("Discount code", { exact: true }).fill(code.toLowerCase())
    await drawer.getByRole("button", { name: "Apply" }).click()
    await expect(drawer.getByText(`Add ${inPounds(pence)} more to use it.`)).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  const off = (2n * pence + 5n) / 10n
  await test.step("with two of it, the code counts", async () => {
    await drawer.getByRole("button", { name: /more/i }).click()
    await expect(shownTotal(drawer)).toContainText(inPounds(2n * pence))
    await drawer.getByLabel("Discount code", { exact: true }).press("Enter")
    await expect(drawer.getByText(`${code} applied`)).toBeVisible()
    await expect(shownTotal(drawer)).toContainText(inPounds(2n * pence - off))
    expect(await accessibilityFaults(page)).toEqual([])
  })

  await test.step("the checkout has the same total, and the code can be removed and entered there", async () => {
    await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
    const summary = page.getByRole("region", { name: /order summary/i })
    await expect(shownTotal(summary)).toContainText(inPounds(2n * pence - off))
    await summary.getByRole("button", { name: `Remove the code ${code}` }).click()
    await expect(shownTotal(summary)).toContainText(inPounds(2n * pence))
    await summary.getByText("Add a discount code").click()
    await summary.getByLabel("Discount code", { exact: true }).fill(code)
    await summary.getByLabel("Discount code", { exact: true }).press("Enter")
    await expect(shownTotal(summary)).toContainText(inPounds(2n * pence - off))
    expect(await accessibilityFaults(page)).toEqual([])
  })

  const buyer = aLondoner()
  await test.step("order page and mail show the discount", async () => {
    await fillIn(page, buyer)
    const order = await completeOrder(page)
    expect(order.total).toBe(inPounds(2n * pence - off).slice(1))
    const lines = page.getByRole("listitem").filter(row(`Discount ${code}`))
    await expect(lines).toContainText(`−${inPounds(off)}`)
    const { text } = await messageTo(shop.mailboxUrl, buyer.email, `Your order ${String(order.number)} at`)
    expect(text).toContain(`Discount ${code}`)
  })
})

test("a shopper sees how much is missing for free delivery, in the cart and at the checkout", async ({
  page,
  shop,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const pence = BigInt(product.price.replace(".", ""))
  // Staff's prices apply to all journeys at once.
  await page.route("**/api/shipping-options", async (route) => {
    const response = await route.fetch()
    const [standard, ...others] = z.array(shippingOptionSchema).parse(await response.json())
    const from = inPounds(2n * pence).slice(1)
    const conditionalPrices = [{ from, price: "0.00" }]
    await route.fulfill({ response, json: [{ ...standard, price: "3.99", conditionalPrices }, ...others] })
  })
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 1 }])
  await page.goto("/products")
  const drawer = await openCart(page)
  const missing = `${inPounds(pence)} more for free delivery`
  await expect(drawer.getByText(missing)).toBeVisible()
  await expect(shownTotal(drawer)).toContainText(inPounds(pence + 399n))
  expect(await accessibilityFaults(page)).toEqual([])
  await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
  const summary = page.getByRole("region", { name: /order summary/i })
  await expect(summary.getByText(missing)).toBeVisible()
  await openCart(page)
  await drawer.getByRole("button", { name: /more/i }).click()
  await expect(shownTotal(drawer)).toContainText(inPounds(2n * pence))
  await expect(drawer.getByText("more for free delivery")).toBeHidden()
})

test("an order that a code makes free is confirmed at once, though Bitcoin is chosen", async ({
  page,
  shop,
  staff,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const code = `FREE${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await staff.addDiscountCode(code, { percent: 100, minimum: 0 })
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 1 }])
  await page.goto("/checkout")
  const summary = page.getByRole("region", { name: /order summary/i })
  await expect(page.getByRole("radio", { name: "Bitcoin" })).toBeChecked()
  await summary.getByText("Add a discount code").click()
  await summary.getByLabel("Discount code", { exact: true }).fill(code)
  await summary.getByLabel("Discount code", { exact: true }).press("Enter")
  await expect(shownTotal(summary)).toContainText("£0.00")
  await expect(page.getByText("There is nothing to pay for this order.")).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  const buyer = aLondoner()
  await fillIn(page, buyer)
  const order = await completeOrder(page)
  expect(order).toMatchObject({ total: "0.00", status: "paid", bitcoinAddress: null, cardPaymentUrl: null })
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
  await expect(page.getByText("Nothing to pay")).toBeVisible()
  await expect(page.getByText("Your order is confirmed")).toBeVisible()
  const { text } = await messageTo(shop.mailboxUrl, buyer.email, `Your order ${String(order.number)} at`)
  expect(text).toContain("There is nothing to pay: your order is confirmed")
})
