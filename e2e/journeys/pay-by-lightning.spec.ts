import { expect, test } from "../fixtures/test"
import { lightningOf, lightningOrder, payByLightning } from "../fixtures/lightning"
import { messageTo } from "../fixtures/mailbox"
import { openByMail } from "../fixtures/order-link"
import { scanQr } from "../fixtures/qr-scanner"
import { accessibilityFaults } from "../screens/accessibility"
import { visit } from "../screens/page"

test("one code holds both rails; paid by Lightning, the open page says so without a block", async ({
  page,
  shop,
  staff,
  isMobile,
}) => {
  const order = await lightningOrder(page.request, shop)
  const { unifiedUri, invoice } = await lightningOf(page.request, order.id)
  await visit(page, order.view)
  const main = page.getByRole("main")
  if (isMobile) await main.getByRole("radio", { name: "With Lightning" }).press("Space")
  const both = main.getByRole("img", { name: "Bitcoin and Lightning in one code" })
  expect(await both.boundingBox()).toMatchObject({ width: 280, height: 280 })
  await expect.poll(() => scanQr(both)).toBe(unifiedUri)
  expect(await accessibilityFaults(page)).toEqual([])
  await main.getByRole("button", { name: "Lightning only" }).click()
  const alone = main.getByRole("img", { name: "The Lightning invoice as a QR code" })
  await expect.poll(() => scanQr(alone)).toBe(`LIGHTNING:${invoice.toUpperCase()}`)
  await expect(main.getByRole("img", { name: /Bitcoin address as a QR code/ })).toBeVisible({
    visible: !isMobile,
  })

  await payByLightning(shop.bitcoinUrl, invoice)
  await expect(page.getByText("Payment confirmed")).toBeVisible()
  await expect(page).toHaveTitle(`Payment confirmed · Order ${String(order.number)}`)
  await expect(main.getByRole("img", { name: /code/ })).toHaveCount(0)
  await expect.poll(async () => (await staff.order(order.id)).payment_status).toBe("captured")
  const { text } = await messageTo(shop.mailboxUrl, order.email, `Order ${String(order.number)} is paid`)
  expect(text).toContain("Bitcoin, by Lightning")
  await openByMail(page, shop.mailboxUrl, order.email, order)
  await expect(main).toContainText("Lightning payment")
  expect(await accessibilityFaults(page)).toEqual([])
})
