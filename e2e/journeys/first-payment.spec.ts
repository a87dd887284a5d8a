import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { card, plentifulProducts } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { visit } from "../screens/page"

test("on a phone a first payment needs only what the pages say, from the home page to the paid order", async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: shop.storefrontUrl })
  const main = page.getByRole("main")

  await test.step("reads on the home page how it works", async () => {
    await visit(page, "/")
    const banner = main.getByRole("region", { name: "Secure Bitcoin Payments" })
    await expect(banner).toContainText("an app on your phone called a wallet")
    await banner.getByRole("link", { name: "Learn How It Works" }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await expect(main.getByRole("link", { name: "Bitcoin Payment Guide" })).toBeVisible()
    await page.goBack()
  })

  await test.step("chooses a product and orders it", async () => {
    await main.getByRole("link", { name: "Shop Now" }).click()
    const [name] = await plentifulProducts(shop.storefrontUrl, "natural-sugars")
    await card(page, name).getByRole("link").click()
    await main.getByRole("button", { name: "Add to Cart" }).first().click()
    await page.getByRole("button", { name: "View cart" }).click()
    await page.getByRole("link", { name: "Proceed to Checkout" }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await fillIn(page, aLondoner())
    await completeOrder(page)
  })

  const wallet = await test.step("is told what to do, by the page and its guide", async () => {
    await expect(main.getByRole("heading", { name: /^Pay £[\d.]+ with Bitcoin$/ })).toBeVisible()
    await expect(main.getByText("Delivery", { exact: true }).locator("..")).toContainText("Free")
    const opening = page.waitForEvent("popup")
    await main.getByRole("link", { name: "Read the 2-minute guide" }).click()
    const guide = await opening
    await expect(guide.getByRole("heading", { level: 1, name: "Bitcoin Payment Guide" })).toBeVisible()
    await guide.close()

    const uri = await main.getByRole("link", { name: "Open in wallet" }).getAttribute("href")
    const [, address = "", amount = ""] = /^bitcoin:(\w+)\?amount=([\d.]+)/.exec(uri ?? "") ?? []
    const copied = async (name: string) => {
      await main.getByRole("button", { name }).click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    expect(await copied("Copy amount")).toBe(amount)
    expect(await copied("Copy address")).toBe(address)
    return { address, sats: BigInt(Math.round(Number(amount) * 1e8)) }
  })

  await test.step("sends it, and sees the order paid and how to follow it", async () => {
    await pay(shop.bitcoinUrl, wallet.address, wallet.sats)
    await mine(shop.bitcoinUrl, 6)
    await expect(page.getByText("Payment confirmed")).toBeVisible({ timeout: 45_000 })
    await main.getByRole("link", { name: "Follow your order" }).click()
    await expect(page).toHaveURL(/\/orders\//)
    await expect(main.getByRole("heading", { level: 1, name: /^Order \d+$/ })).toBeVisible()
    await expect(main.getByText("Payment confirmed").first()).toBeVisible()
  })
})
