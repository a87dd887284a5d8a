import { openByMail } from "../fixtures/order-link"
import { placeOrder } from "../fixtures/place-order"
import { expect, test } from "../fixtures/test"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"

test("an edit that staff confirm takes effect at once; one that they leave open does not keep the buyer from cancelling", async ({
  page,
  context,
  request,
  shop,
  staff,
  browserWatch,
}) => {
  // Medusa's own dialog has no title.
  browserWatch.allow(/`DialogTitle`|aria-describedby=\{undefined\}/)
  const buyer = aLondoner()
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const order = await placeOrder(request, { product, quantity: 2, paymentMethod: "bitcoin", buyer })
  await context.addCookies(await staff.cookies())
  const edit = async () => {
    await page.goto(`${shop.backendUrl}/app/orders/${order.id}/edits`)
    await expect(page.getByRole("button", { name: "Confirm Edit" })).toBeEnabled({ timeout: 30_000 })
  }
  await edit()
  const saved = page.waitForResponse((response) => response.url().includes("/items/item/"))
  const quantity = page.getByRole("dialog").getByRole("spinbutton")
  await quantity.fill("1")
  await quantity.press("Tab")
  expect((await saved).status()).toBe(200)
  await page.getByRole("button", { name: "Confirm Edit" }).click()
  await page.getByRole("button", { name: "Continue" }).click()
  await expect.poll(async () => (await staff.order(order.id)).items[0]?.quantity).toBe(1)

  await edit()
  await openByMail(page, shop.mailboxUrl, buyer.email, order)
  const main = page.getByRole("main")
  await main.getByRole("button", { name: "Cancel this order" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel this order" }).click()
  await expect(page.getByRole("list", { name: "What has happened to this order" })).toContainText("Cancelled")
})
