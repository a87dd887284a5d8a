import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { messageTo } from "../fixtures/mailbox"
import { readPaymentUri, scanQr } from "../fixtures/qr-scanner"
import { accessibilityFaults } from "../screens/accessibility"
import { addFromCard, openCart, shownTotal } from "../screens/cart"
import { card, cards, plentifulProducts, readCard } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { eightDecimals, inPounds, satsFor } from "../screens/money"

test("a shopper finds honey, pays from a wallet and sees the payment confirmed", async ({
  page,
  context,
  browser,
  shop,
  staff,
  isMobile,
}) => {
  const buyer = aLondoner()
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: shop.storefrontUrl })

  const [first, second] = await test.step("finds honey by search", async () => {
    await page.goto("/products")
    await page.getByPlaceholder("Search products...").fill("honey")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/search=honey/)
    await expect(cards(page).filter({ hasNotText: /honey/i })).toHaveCount(0)
    const [one, other] = await plentifulProducts(shop.storefrontUrl, "honey")
    return Promise.all([readCard(card(page, one)), readCard(card(page, other))])
  })
  const total = 2n * first.pence + second.pence

  const drawer = await test.step("adds two, changes a quantity in the drawer", async () => {
    await addFromCard(page, first.name)
    await addFromCard(page, second.name)
    const opened = await openCart(page)
    const quantity = opened.getByRole("group", { name: `Quantity of ${first.name}` })
    await quantity.getByRole("button", { name: /more/i }).click()
    await expect(quantity.getByRole("status")).toHaveText("2")
    await expect(shownTotal(opened)).toContainText(inPounds(total))
    return opened
  })

  await test.step("finds the same total at checkout", async () => {
    await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(shownTotal(page.getByRole("region", { name: /order summary/i }))).toContainText(
      inPounds(total),
    )
  })
  const sats = satsFor(total)

  const order = await test.step("checks out with an address in London", async () => {
    await fillIn(page, buyer)
    await expect(page.getByLabel("Postcode")).toHaveValue(buyer.postcode.toUpperCase())
    return completeOrder(page)
  })
  const { bitcoin } = order
  if (!bitcoin) throw new Error("a Bitcoin order answers with where to pay")

  await test.step("sees QR code, address, and the total ÷ 40,000 to 8 decimals", async () => {
    expect(BigInt(bitcoin.amountSats)).toBe(sats)
    const main = page.getByRole("main")
    await expect(main).toContainText(eightDecimals(sats))
    await expect.poll(async () => (await main.innerText()).replaceAll(/\s/g, "")).toContain(bitcoin.address)
    await expect.poll(() => scanQr(main.getByRole("img", { name: /QR code/i }))).toBe(bitcoin.address)

    await main.getByRole("button", { name: "Copy address" }).click()
    await expect(page.getByText("Copied to clipboard")).toBeVisible()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    expect(await copied()).toBe(bitcoin.address)
    await main.getByRole("button", { name: "Copy satoshis" }).click()
    await expect.poll(copied).toBe(String(sats))
    await main.getByRole("button", { name: "Copy rate" }).click()
    await expect.poll(copied).toBe(bitcoin.rate)
    await main.locator(".pay-details__address").selectText()
    await page.keyboard.press("ControlOrMeta+C")
    await expect.poll(copied).toBe(bitcoin.address)
    expect(await accessibilityFaults(page)).toEqual([])
    await expect(page).toHaveTitle(new RegExp(`^\\d+:\\d\\d to pay · Order ${String(order.number)}$`))
  })

  const scanned =
    await test.step("scans address and amount, however the page or the mail shows them", async () => {
      const main = page.getByRole("main")
      const code = main.getByRole("img", { name: "Address and amount in one code" })
      const choice = main.getByRole("radio", { name: "With the amount" })
      if (isMobile) {
        await expect(code).toBeHidden()
        await choice.press("Space")
        await expect(main.getByRole("img", { name: /QR code/i })).toBeHidden()
      } else await expect(choice).toBeHidden()
      await expect(code).toBeVisible()
      expect(await code.boundingBox()).toMatchObject({ width: 240, height: 240 })
      const looks = [
        { colorScheme: "light", forcedColors: "none", media: "screen" },
        { colorScheme: "dark", forcedColors: "none", media: "screen" },
        { colorScheme: "dark", forcedColors: "active", media: "screen" },
        { colorScheme: "light", forcedColors: "none", media: "print" },
      ] as const
      for (const look of looks) {
        await page.emulateMedia(look)
        expect(await scanQr(code), JSON.stringify(look)).toBe(bitcoin.uri)
      }
      await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null })

      const { id } = await messageTo(shop.mailboxUrl, buyer.email, `Your order ${String(order.number)} at`)
      const mail = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await mail.goto(`${shop.mailboxUrl}/messages/${id}/body`)
      const links = mail.getByRole("link", { name: /^Open / })
      await expect(links.first()).toHaveAttribute("href", /^https?:.*\/checkout\?order=/)
      await expect(links.last()).toHaveAttribute("href", bitcoin.uri)
      expect(await scanQr(mail.getByRole("img", { name: /QR code/ }))).toBe(bitcoin.uri)
      await mail.close()
      return readPaymentUri(bitcoin.uri)
    })
  expect(scanned).toEqual({ address: bitcoin.address, sats })

  await test.step("pays, and the page shows the confirmation without a reload", async () => {
    await pay(shop.bitcoinUrl, scanned.address, scanned.sats)
    await mine(shop.bitcoinUrl, bitcoin.requiredConfirmations)
    await expect(page.getByText("Payment confirmed")).toBeVisible({ timeout: 45_000 })
    await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
    await expect(page).toHaveTitle(`Payment confirmed · Order ${String(order.number)}`)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  await test.step("staff see the payment captured and the stock reserved", async () => {
    await expect
      .poll(async () => (await staff.order(order.id)).payment_status, { timeout: 20_000 })
      .toBe("captured")
    const { display_id, items } = await staff.order(order.id)
    expect(display_id).toBe(order.number)
    expect(items.map(({ quantity }) => quantity).sort()).toEqual([1, 2])
    expect(await staff.reserved(items.map(({ id }) => id))).toEqual(
      Object.fromEntries(items.map(({ id, quantity }) => [id, quantity])),
    )
  })

  await test.step("the buyer has received one mail about the order and one about the payment", async () => {
    const { text } = await messageTo(shop.mailboxUrl, buyer.email, `Your order ${String(order.number)} at`)
    expect(text).toContain(first.name)
    expect(text).toContain(second.name)
    await messageTo(shop.mailboxUrl, buyer.email, `Order ${String(order.number)} is paid`)
  })
})
