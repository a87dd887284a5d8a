import { SEALED_GOODS } from "@shop/contracts"
import { cardOrder } from "../fixtures/card-order"
import { atProcessor, payElsewhere } from "../fixtures/card-processor"
import { endHourAfterPayment } from "../fixtures/database"
import { messageTo } from "../fixtures/mailbox"
import { openByMail } from "../fixtures/order-link"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, brokenWords, smallTargets } from "../screens/accessibility"
import { VISA } from "../screens/payment-page"

test("a buyer withdraws from a dispatched order with the model form, and staff settle it", async ({
  page,
  shop,
  staff,
}) => {
  const order = await cardOrder(page.request, shop)
  const { buyer, id, number } = order
  await payElsewhere(shop.cardsUrl, order.paymentPage, VISA)
  await expect
    .poll(async () => (await staff.order(id)).summary.pending_difference, { timeout: 45_000 })
    .toBe(0)
  await endHourAfterPayment(shop.databaseUrl, id)
  await staff.send(id, { number: "AB123456785GB", url: "https://track.test/AB123456785GB" })
  await openByMail(page, shop.mailboxUrl, buyer.email, order)

  const main = page.getByRole("main")
  await expect(main.getByText(SEALED_GOODS)).toBeVisible()
  await expect(main.getByRole("button", { name: "Cancel this order" })).toHaveCount(0)
  await main.getByRole("button", { name: "Fill in the form" }).click()
  const dialog = page.getByRole("dialog", { name: "Return or withdraw" })
  const goods = dialog.getByRole("checkbox")
  await expect(goods).toBeChecked()
  await expect(dialog.getByLabel("Your name")).toHaveValue(buyer.name)
  await expect(dialog.getByLabel("Your address")).toHaveValue(/12 St James's Square, London, SW1Y 4JH/)
  await expect(dialog).toContainText(`Order number${String(number)}`)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 195, height: 422 })
  expect(await dialog.getByRole("heading").first().evaluate(brokenWords)).toEqual([])
  await page.setViewportSize(size ?? { width: 1280, height: 800 })

  await goods.uncheck()
  await dialog.getByRole("button", { name: "Send my notice" }).click()
  await expect(goods).toBeFocused()
  await expect(goods).toHaveAccessibleDescription("Please choose what you return.")
  expect(await accessibilityFaults(page)).toEqual([])
  await goods.check()
  await dialog.getByRole("button", { name: "Send my notice" }).dblclick()
  await expect(main.getByRole("heading", { name: "We have your notice" })).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])
  const { text } = await messageTo(
    shop.mailboxUrl,
    buyer.email,
    `Your return of order ${String(number)}: we have`,
  )
  expect(text).toContain("I hereby give notice that I cancel my contract of sale")
  expect(text).toContain(buyer.address)

  await staff.settleReturn(id, "The jar is back, unopened. We have refunded it.")
  await messageTo(shop.mailboxUrl, buyer.email, `Your return of order ${String(number)} is settled`)
  await page.reload()
  await expect(main.getByRole("heading", { name: "Your return is settled" })).toBeVisible()
  // A part of the price goes back: the open page says so, and still where the parcel is.
  await atProcessor(shop.cardsUrl, id, "refunds", 100)
  await expect(main).toContainText("£1.00 of it goes back to your card within 14 days.", { timeout: 40_000 })
  await expect(main.getByRole("heading", { name: "On its way" })).toBeVisible()
  await expect(main.getByRole("list", { name: /What has happened/ })).toContainText(
    /Dispatched.*Partly refunded.*Delivered\s*Next/s,
  )
})
