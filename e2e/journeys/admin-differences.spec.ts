import { formatPence } from "@shop/contracts"
import { mine, pay } from "../fixtures/bitcoin-network"
import { payElsewhere } from "../fixtures/card-processor"
import { openByMail } from "../fixtures/order-link"
import { placeOrder } from "../fixtures/place-order"
import { readPaymentUri } from "../fixtures/qr-scanner"
import { expect, test } from "../fixtures/test"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { edit } from "../screens/order-changes"
import { payWithCard, VISA } from "../screens/payment-page"

const ROADS = (["bitcoin", "card"] as const).flatMap((paymentMethod) =>
  (["phone", "desktop"] as const).map((device) => ({ paymentMethod, device })),
)

for (const { paymentMethod, device } of ROADS)
  test(`an order paid by ${paymentMethod} that staff make dearer: from the mail its buyer pays the rest on a ${device}, and it is sent`, async ({
    page: desktop,
    phone,
    context,
    shop,
    staff,
    browserWatch,
  }) => {
    // Medusa's own dialogs have no title.
    browserWatch.allow(/`DialogTitle`|aria-describedby=\{undefined\}/)
    await context.addCookies(await staff.cookies())
    const page = device === "phone" ? phone : desktop
    const product = await aProduct(shop.storefrontUrl, isPlentiful)
    const rest = formatPence(Math.round(Number(product.price) * 100))
    const buyer = aLondoner()
    const order = await placeOrder(page.request, { product, quantity: 1, paymentMethod, buyer })
    const { id, number, bitcoin, cardPaymentUrl } = order
    if (bitcoin) {
      await pay(shop.bitcoinUrl, bitcoin.address, BigInt(bitcoin.amountSats))
      await mine(shop.bitcoinUrl, 1)
    } else await payElsewhere(shop.cardsUrl, cardPaymentUrl ?? "", VISA)
    await expect.poll(async () => (await staff.order(id)).payment_status).toBe("captured")

    const office = await context.newPage()
    await edit(office, shop.backendUrl, id, 2)
    await openByMail(page, shop.mailboxUrl, buyer.email, { number }, "has changed")
    const main = page.getByRole("main")
    await expect(main).toContainText(`${rest} is still to be paid`)
    await expect(main).toContainText("once your payment is confirmed")
    if (bitcoin) {
      await main.getByRole("link", { name: `Pay ${rest}` }).click()
      const wallet = main.getByRole("link", { name: "Open in wallet" })
      const asked = readPaymentUri((await wallet.getAttribute("href")) ?? "")
      expect(asked.address).not.toBe(bitcoin.address)
      await pay(shop.bitcoinUrl, asked.address, asked.sats)
      await mine(shop.bitcoinUrl, 1)
    } else {
      await main.getByRole("button", { name: "Pay by card" }).click()
      await payWithCard(page, VISA)
    }
    await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible({ timeout: 45_000 })

    const row = office.getByRole("row", { name: new RegExp(`#${String(number)}\\b`) })
    await expect(async () => {
      await office.goto(`${shop.backendUrl}/app/today?show=to_pack`)
      await expect(row).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect.poll(async () => (await staff.order(id)).payment_status).toBe("captured")
    await staff.send(id, { number: "AB123456789GB", url: "https://track.test/AB123456789GB" })
    await openByMail(page, shop.mailboxUrl, buyer.email, { number }, "has changed")
    await expect(main.getByRole("region", { name: "On its way" })).toBeVisible()
    await expect(main).not.toContainText("to be paid")
  })
