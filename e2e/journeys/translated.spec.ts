import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { newGoogleAccount } from "../fixtures/google"
import { openByMail } from "../fixtures/order-link"
import { translate } from "../fixtures/translator"
import { addFromCard, bringCart, cartButton, openCart } from "../screens/cart"
import { aProduct, cards, isPlentiful } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { inPounds, penceIn } from "../screens/money"
import { follow, visit } from "../screens/page"
import { avatar, beSignedIn } from "../screens/session"
import { expectToast, toast } from "../screens/toasts"

/** React renders a part anew that was translated before its scripts had loaded, and says so. */
const RENDERED_ANEW = /Minified React error #418/

test("a shopper whose browser translates the pages chooses, changes the cart and writes to the shop", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(RENDERED_ANEW)
  const main = page.getByRole("main")
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await translate(page, "after hydration")

  await test.step("adds a product on its page, with a quantity", async () => {
    await visit(page, `/product/${product.slug}`)
    await main.getByRole("button", { name: `One ${product.name} more` }).click()
    await expect(main.locator("output")).toHaveText("2")
    const add = main.getByRole("button", { name: /^Add/ }).first()
    await add.click()
    await expect(add).toHaveText("Added to Cart")
    await expect(add).toHaveText("Add to Cart")
    await expect(cartButton(page)).toHaveAccessibleName("Cart, 2 items")
    await expectToast(page, "Added to cart", `${product.name} has been added to your cart.`)
    await expect(toast(page)).toHaveCount(0)
  })

  await test.step("changes, removes and brings back a line of the cart", async () => {
    const drawer = await openCart(page)
    const quantity = drawer.getByRole("group", { name: `Quantity of ${product.name}` })
    await quantity.getByRole("button", { name: /less$/ }).click()
    await expect(quantity.getByRole("status")).toHaveText("1")
    await expect(drawer).not.toContainText(inPounds(2n * penceIn(`£${product.price}`)))
    await drawer.getByRole("button", { name: `Remove ${product.name}` }).click()
    await expect(drawer.getByText("Your cart is empty", { exact: true })).toBeVisible()
    await toast(page).getByRole("button", { name: "Undo" }).click()
    await expect(drawer.getByRole("link", { name: product.name })).toBeVisible()
    await page.keyboard.press("Escape")
  })

  await test.step("searches, sorts and adds from the list", async () => {
    await follow(page, "Products")
    await page.getByPlaceholder("Search products...").fill("honey")
    const count = main.getByText(/^\d+ products for “honey”$/)
    await expect(count).toBeVisible()
    await page.getByLabel("Sort By").selectOption({ label: "Price: High to Low" })
    await expect(page).toHaveURL(/sort=price-high/)
    await expect
      .poll(async () => {
        const prices = (await cards(page).allInnerTexts()).map(penceIn)
        return prices.every((price, index) => index === 0 || price <= (prices[index - 1] ?? 0n))
      })
      .toBe(true)
    const honey = await aProduct(shop.storefrontUrl, (one) => isPlentiful(one) && /honey/i.test(one.name))
    await addFromCard(page, honey.name)
    await page.getByPlaceholder("Search products...").fill("marzipan-submarine")
    await expect(main.getByText("No products found")).toBeVisible()
    await main.getByRole("button", { name: "Clear Search" }).click()
    await expect(main.getByText("No products found")).toBeHidden()
  })

  await test.step("sends a message, after a correction", async () => {
    await follow(page, "Contact")
    await page.getByRole("button", { name: "Send Message" }).click()
    await expect(main.getByText("Subject must be at least 3 characters.", { exact: true })).toBeVisible()
    await main.getByLabel("Name").fill("Ada Lovelace")
    await main.getByLabel("Email").fill("ada@example.com")
    await main.getByLabel("Subject").fill("A question")
    await expect(main.getByText("Subject must be at least 3 characters.", { exact: true })).toBeHidden()
    await main.getByLabel("Message", { exact: true }).fill("Which of your honeys is the mildest?")
    await main.getByRole("checkbox").check()
    await page.getByRole("button", { name: "Send Message" }).click()
    await expect(main.getByText("Message Received")).toBeVisible()
    await main.getByRole("button", { name: "Send Another Message" }).click()
    await expect(main.getByLabel("Subject")).toHaveValue("")
  })

  await test.step("buys at once", async () => {
    await page.goBack()
    await follow(page, "Home")
    await cards(page).first().getByRole("link").first().click()
    await main.getByRole("button", { name: "Buy Now" }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByRole("region", { name: "Order summary" })).toContainText(product.name)
  })
})

test("an order of a translated page is placed, paid and followed, and its address and amounts stay as they are", async ({
  page,
  shop,
}) => {
  const main = page.getByRole("main")
  const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
  const buyer = aLondoner()
  await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
  await translate(page, "after hydration")

  await visit(page, "/checkout")
  await page.getByRole("button", { name: "Complete Order" }).click()
  await expect(main.getByText("Please enter a valid UK postcode.", { exact: true })).toBeVisible()
  const summary = page.getByRole("region", { name: "Order summary" })
  await expect(summary).toContainText("Free")
  await main.getByRole("radio", { name: /^Special Delivery/ }).check()
  await expect(summary).toContainText("£13.00")
  await main.getByRole("radio", { name: /^Card/ }).check()
  await expect(summary).not.toContainText("BTC")
  await main.getByRole("radio", { name: /^Bitcoin/ }).check()
  await expect(summary).toContainText("BTC")
  await fillIn(page, buyer)
  await expect(main.getByText("Please enter a valid UK postcode.", { exact: true })).toBeHidden()
  const order = await completeOrder(page)
  const { bitcoin } = order
  if (!bitcoin) throw new Error("a Bitcoin order answers with where to pay")

  await expect(main.getByText(/^This amount is held for 59:\d\d$/)).toBeVisible()
  await expect(main.locator("font").filter({ hasText: bitcoin.amountBtc })).toHaveCount(0)
  await expect(main.locator("font").filter({ hasText: bitcoin.address.slice(-4) })).toHaveCount(0)

  await openByMail(page, shop.mailboxUrl, buyer.email, order)
  await expect(main.getByText("Ready when you are").first()).toBeVisible()
  await pay(shop.bitcoinUrl, bitcoin.address, BigInt(bitcoin.amountSats))
  const state = main.getByRole("status")
  // The blocks of another test may confirm it already.
  await expect(state.getByText(/^Payment (?:seen, waiting|confirmed)/)).toBeVisible({ timeout: 45_000 })
  await mine(shop.bitcoinUrl, bitcoin.requiredConfirmations)
  await expect(state.getByText("Payment confirmed")).toBeVisible({ timeout: 45_000 })
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(/./)
  await main.getByRole("button", { name: "Buy again" }).click()
  await expect(page.getByRole("dialog", { name: "Your Cart" }).getByRole("link").first()).toBeVisible()
})

test("a profile is edited, and the account left, on a page that was translated before its scripts had loaded", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(RENDERED_ANEW)
  await translate(page, "with the HTML")
  const grace = newGoogleAccount()
  await beSignedIn(page, grace, "/account")
  const profile = page.getByRole("region", { name: "Profile" })
  await profile.getByRole("button", { name: "Edit Profile" }).click()
  await profile.getByLabel("Name").fill("Grace")
  await profile.getByRole("button", { name: "Save" }).click()
  await expect(profile).toContainText("Grace")
  await expect(avatar(page)).toHaveText("G")
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click()
  await expect(page).toHaveURL((url) => url.pathname === "/")
})

test("a page from which an extension has removed a text is rendered anew, once", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(/^console error: NotFoundError/)
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${product.slug}`)
  const add = page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first()
  await add.evaluate((button: HTMLElement) => {
    button.lastChild?.remove()
    button.click()
  })
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
  await expect(add).toBeEnabled()
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible()
})
