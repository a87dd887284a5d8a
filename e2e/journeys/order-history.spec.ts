import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { newGoogleAccount } from "../fixtures/google"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { bringCart, cartButton } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { FAILURE, fail, hold } from "../screens/forced"
import { visit } from "../screens/page"
import { beSignedIn, openAccountMenu } from "../screens/session"

test("a signed-in customer's order appears in their history, follows its payment, and is hidden from everyone else", async ({
  page,
  browser,
  shop,
  baseURL,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  const grace = newGoogleAccount()
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 2 }])
  await beSignedIn(page, grace, "/checkout")
  await fillIn(page, { ...aLondoner(), email: grace.email })
  const { id, number, bitcoin } = await completeOrder(page)
  if (!bitcoin) throw new Error("a Bitcoin order answers with where to pay")

  const name = `Order ${String(number)}`
  await test.step("it is in the history, awaiting payment", async () => {
    await (await openAccountMenu(page)).getByRole("link", { name: "Order History" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible()
    const row = page.getByRole("listitem").filter({ hasText: name })
    await expect(row).toContainText("Waiting for payment")
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await row.getByRole("link", { name }).click()
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
    await expect(page.getByRole("region", { name: "Delivery" })).toContainText("12 St James's Square")
  })

  await test.step("its progress updates without a reload when it is paid", async () => {
    const way = page.getByRole("list", { name: "What has happened to this order" })
    const step = (words: string) => way.getByRole("listitem").filter({ hasText: words })
    await expect(step("Payment seen").locator("time")).toHaveCount(0)
    const txid = await pay(shop.bitcoinUrl, bitcoin.address, BigInt(bitcoin.amountSats))
    await expect(step("Payment seen").locator("time")).toBeVisible({ timeout: 30_000 })
    await mine(shop.bitcoinUrl, bitcoin.requiredConfirmations)
    await expect(step("Payment confirmed").locator("time")).toBeVisible({ timeout: 45_000 })
    await expect(page.getByRole("region", { name: "Bitcoin payment" })).toContainText(txid)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })

  await test.step("the same products can be bought again", async () => {
    await page.getByRole("button", { name: "Buy again" }).click()
    await expect(page.getByRole("dialog", { name: "Your Cart" })).toContainText(product.name)
    await page.keyboard.press("Escape")
    await expect(cartButton(page)).toHaveAccessibleName("Cart, 2 items")
  })

  await test.step("the history shows paid, and has loading and error states", async () => {
    const letGo = await hold(page, /\/api\/account\/orders/)
    await visit(page, "/orders")
    await expect(page.getByRole("status", { name: "Loading your orders" })).toBeVisible()
    await letGo()
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Paid")
    const recover = await fail(page, /\/api\/account\/orders/)
    await page.reload()
    const again = page.getByRole("button", { name: "Try again" })
    await expect(again).toBeVisible()
    await recover()
    await again.click()
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Paid")
  })

  await test.step("another customer and an anonymous visitor find nothing at its URL", async () => {
    const other = await browser.newContext({ baseURL: baseURL ?? "" })
    const theirs = await other.newPage()
    for (const isSignedIn of [false, true]) {
      if (isSignedIn) await beSignedIn(theirs, newGoogleAccount("Mallory Other"), "/orders")
      await visit(theirs, `/orders/${id}`)
      await expect(theirs.getByRole("heading", { name: "We cannot find this order" })).toBeVisible()
      await expect(theirs.getByRole("main")).not.toContainText("12 St James's Square")
    }
    await other.close()
  })
})
