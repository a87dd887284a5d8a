import { mine, pay } from "../fixtures/bitcoin-network"
import { placeOrder } from "../fixtures/place-order"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { bringCart } from "../screens/cart"
import { aProduct, isPlentiful, shippingEstimates } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { layoutShift, visit } from "../screens/page"

test("a guest sees when the parcel arrives, is helped to pay, and follows the order without the mail", async ({
  page,
  shop,
  isMobile,
}) => {
  const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
  const [standard, special] = await shippingEstimates(shop.storefrontUrl)
  const buyer = aLondoner()
  const main = page.getByRole("main")
  await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
  await visit(page, "/checkout")
  const methods = main.getByRole("group", { name: "Shipping method" })
  await expect(methods).toContainText(`Estimated ${standard}, once your payment is confirmed.`)
  await expect(methods).toContainText(`Estimated ${special}, once your payment is confirmed.`)
  await expect(main).toContainText("Nothing is taken now. You have 60 minutes to pay")
  await main.getByText("Card", { exact: true }).click()
  await expect(methods).toContainText(`Estimated ${standard}. 2-3 business days.`)
  await main.getByText("Bitcoin", { exact: true }).click()
  await fillIn(page, buyer)
  const order = await completeOrder(page)

  const ready = main.getByText("Ready when you are")
  await expect(ready).toBeVisible()
  await page.reload()
  await expect(ready).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.01)
  await expect(main).toContainText("The code holds the address.")
  await expect(main.getByRole("link", { name: "Read the 2-minute guide" })).toHaveAttribute(
    "href",
    "/policies/bitcoin",
  )
  await expect(main).toContainText("Nothing is charged. Your order simply ends when the time runs out.")
  const wallet = main.getByRole("link", { name: "Open in wallet" })
  await expect(wallet).toHaveAttribute("href", order.bitcoin?.uri ?? "")
  // On its own screen a phone cannot scan the code: amount and wallet come first.
  if (isMobile) await expect(wallet).toBeInViewport({ ratio: 1 })

  await main.getByRole("button", { name: "I've Made the Payment" }).click()
  await expect(main.getByText("We have your order. It is not paid yet.")).toBeVisible()
  await expect(main.getByText(`With you ${standard}, once your payment is confirmed`)).toBeVisible()
  await expect(main).toContainText(`Delivering to ${buyer.name}, ${buyer.address}`)
  await expect(main.getByRole("link", { name: "Return to Home" })).toHaveAttribute("href", "/")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])

  await main.getByRole("link", { name: "Follow your order" }).click()
  await expect(main.getByRole("heading", { name: `Order ${String(order.number)}` })).toBeVisible()
  await expect(main.getByRole("region", { name: "Delivery" })).toContainText(buyer.address)
  await expect(main).toContainText(`Estimated arrival: ${standard}, once your payment is confirmed`)
  await expect(main.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/contact")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await page.reload()
  await expect(main.getByRole("heading", { name: `Order ${String(order.number)}` })).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.01)
})

test("seven windows show the same unpaid order, and all of them the payment, though a browser has six connections", async ({
  page,
  context,
  shop,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const wanted = { product, buyer: aLondoner(), quantity: 1, paymentMethod: "bitcoin" } as const
  const { id, bitcoin } = await placeOrder(page.request, wanted)
  const windows = [page]
  while (windows.length < 7) windows.push(await context.newPage())
  for (const one of windows) {
    await visit(one, `/orders/${id}`)
    await expect(one.getByText("Ready when you are")).toBeVisible()
  }
  await pay(shop.bitcoinUrl, bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? 0))
  await mine(shop.bitcoinUrl, 6)
  for (const one of windows) {
    const state = one.getByRole("main").getByRole("status")
    await expect(state.getByText("Payment confirmed")).toBeVisible({ timeout: 45_000 })
  }
})
