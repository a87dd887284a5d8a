import { cardOrder } from "../fixtures/card-order"
import { payElsewhere } from "../fixtures/card-processor"
import { endHourAfterPayment } from "../fixtures/database"
import { messageTo } from "../fixtures/mailbox"
import { openByMail } from "../fixtures/order-link"
import { expect, test } from "../fixtures/test"
import { VISA } from "../screens/payment-page"

test("a return waits in the staff's inbox until they settle it in the order's panel, in words that the buyer is mailed", async ({
  page,
  shop,
  staff,
  context,
}) => {
  const order = await cardOrder(page.request, shop)
  await payElsewhere(shop.cardsUrl, order.paymentPage, VISA)
  await expect
    .poll(async () => (await staff.order(order.id)).summary.pending_difference, { timeout: 45_000 })
    .toBe(0)
  await endHourAfterPayment(shop.databaseUrl, order.id)
  await openByMail(page, shop.mailboxUrl, order.buyer.email, order)
  await page.getByRole("button", { name: "Fill in the form" }).click()
  await page.getByRole("button", { name: "Send my notice" }).click()
  await expect(page.getByRole("heading", { name: "We have your notice" })).toBeVisible()

  await context.addCookies(await staff.cookies())
  await page.goto(`${shop.backendUrl}/app/payments`)
  const line = page.getByRole("row").filter({ hasText: `#${String(order.number)}` })
  await expect(line).toContainText("The buyer withdraws from 1 ×", { timeout: 30_000 })
  await line.getByRole("link", { name: "Open the order" }).click()
  // The form of the refund has chosen what comes back.
  await page.getByRole("button", { name: "Refund…" }).click()
  const form = page.getByRole("dialog")
  await expect(form.getByRole("spinbutton")).toHaveValue("1")
  await expect(form.getByLabel(/^Amount of the payment/)).toHaveValue(order.total)
  await form.getByLabel("Reason").fill("The jar is back.")
  await form.getByRole("button", { name: "Refund", exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole("region", { name: "Refunds" })).toContainText("The jar is back.")
  const panel = page.getByRole("region", { name: "Return" })
  await panel.getByRole("button", { name: "Mark as settled…" }).click()
  await page.getByLabel("What the buyer is told").fill("The jar is back. We refunded it.")
  await page.getByRole("button", { name: "Mark as settled", exact: true }).click()
  await expect(panel).toContainText("“The jar is back. We refunded it.”")
  const { text } = await messageTo(
    shop.mailboxUrl,
    order.buyer.email,
    `Your return of order ${String(order.number)} is settled`,
  )
  expect(text).toContain("The jar is back. We refunded it.")
})
