import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { focused, tabTo } from "../screens/accessibility"
import { bringCart, cartButton } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { visit } from "../screens/page"
import { expectToast } from "../screens/toasts"

const press = (page: Page, key: string) => page.keyboard.press(key)

/** Fills the form in its order, with Tab. */
async function typeAddress(page: Page): Promise<void> {
  const buyer = aLondoner()
  await tabTo(page, "email")
  for (const [field, text] of [
    ["email", buyer.email],
    ["phone", buyer.phone],
    ["name", buyer.name],
    ["address", buyer.address],
    ["city", buyer.city],
    ["postcode", buyer.postcode],
  ] as const) {
    expect(await focused(page)).toBe(field)
    await page.keyboard.type(text)
    await press(page, "Tab")
  }
  expect(await focused(page)).toBe("shippingMethod")
}

test("a shopper buys with Bitcoin using only the keyboard", async ({ page, shop }) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/products?search=${encodeURIComponent(product.name)}`)
  await press(page, "Tab")
  expect(await focused(page)).toBe("Skip to the content")
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeInViewport()
  await press(page, "Enter")
  await expect(page.getByRole("main")).toBeFocused()
  await tabTo(page, product.name)
  await press(page, "Enter")
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible()
  await expect(page.getByRole("main")).toBeFocused()
  await tabTo(page, "Buy Now")
  await press(page, "Enter")
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole("region", { name: "Order summary" }).getByRole("listitem")).toHaveCount(1)

  await typeAddress(page)
  await tabTo(page, "Complete Order")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { level: 1, name: /with Bitcoin$/ })).toBeFocused()
  await tabTo(page, "I've Made the Payment")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeFocused()
  await tabTo(page, "Return to Home")
})

test("a shopper buys by card from the drawer using only the keyboard", async ({ page, shop }) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await visit(page, `/product/${product.slug}`)
  await tabTo(page, "Add to Cart")
  await press(page, "Enter")
  // The button is disabled for two seconds and still keeps the focus.
  await expect(page.getByRole("button", { name: "Added to Cart" })).toBeFocused()
  await expectToast(page, "Added to cart")
  await tabTo(page, /^Cart, 1 item$/, "Shift+Tab")
  await press(page, "Enter")
  await expect(page.getByRole("dialog", { name: "Your Cart" })).toBeVisible()
  await tabTo(page, "Proceed to Checkout")
  await press(page, "Enter")
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole("region", { name: "Order summary" }).getByRole("listitem")).toHaveCount(1)

  await typeAddress(page)
  await press(page, "ArrowDown")
  await expect(page.getByRole("radio", { name: "Special Delivery (Tracked)" })).toBeChecked()
  await tabTo(page, "paymentMethod")
  await press(page, "ArrowRight")
  await expect(page.getByRole("radio", { name: "Card" })).toBeChecked()
  await tabTo(page, "Complete Order")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { name: "Pay by card" })).toBeVisible()
  await page.getByLabel("Card number").focus()
  await page.keyboard.type("4242424242424242")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
})

test("drawer, dialog and menu take the focus, keep it while they are open, and return it", async ({
  page,
  shop,
  browserWatch,
}) => {
  // A shop may run without Google's sign-in; the dialog then says so.
  browserWatch.allow(/firebase\/init\.json/)
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 1 }])
  await visit(page, "/about")
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")
  await cartButton(page).focus()
  await press(page, "Enter")
  const drawer = page.getByRole("dialog", { name: "Your Cart" })
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused()
  for (let step = 0; step < 10; step++) {
    await press(page, "Tab")
    const where = await page.evaluate(() => ({
      inPage: document.activeElement !== document.body,
      inDialog: document.activeElement?.closest("dialog") !== null,
    }))
    // Tab also reaches the browser's own toolbar, but never the page behind.
    expect(where.inPage ? where.inDialog : true).toBe(true)
  }
  await press(page, "Escape")
  await expect(drawer).toBeHidden()
  await expect(cartButton(page)).toBeFocused()

  await press(page, "Enter")
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused()
  // As fast as the browser takes keys: the cart closes, and opens again.
  await Promise.all([press(page, "Escape"), press(page, "Enter")])
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused()
  await expect(drawer).toBeVisible()
  await press(page, "Escape")
  await expect(drawer).toBeHidden()

  await page.setViewportSize({ width: 390, height: 800 })
  const toggle = page.getByRole("button", { name: "Open menu" })
  await expect(toggle).toBeVisible()
  await toggle.focus()
  await press(page, "Enter")
  await press(page, "Tab")
  expect(await focused(page)).toBe("Home")
  await press(page, "Escape")
  await expect(toggle).toBeFocused()

  await press(page, "Enter")
  await tabTo(page, "Sign In")
  await press(page, "Enter")
  const dialog = page.getByRole("dialog", { name: "Sign In" })
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused()
  await press(page, "Escape")
  await expect(dialog).toBeHidden()
})
