import { expect, type Locator, type Page } from "@playwright/test"

/** Adds one from the card, and waits for the server's confirmation. */
export async function addFromCard(page: Page, productName: string): Promise<void> {
  await page.getByRole("button", { name: `Add ${productName} to cart`, exact: true }).click()
  await expect(page.getByText(`${productName} has been added to your cart.`)).toBeVisible()
}

/** The button in the header that opens the drawer and shows the count. */
export const cartButton = (page: Page): Locator =>
  page.getByRole("banner").getByRole("button", { name: /^Cart, / })

/** Opens the drawer 'Your Cart' from the header. */
export async function openCart(page: Page): Promise<Locator> {
  await cartButton(page).click()
  const drawer = page.getByRole("dialog", { name: "Your Cart" })
  await expect(drawer).toBeVisible()
  return drawer
}

/** The total of the drawer or of the order's summary. Nothing while it waits for the shop's answer. */
export function shownTotal(within: Locator): Locator {
  return within.getByText("Total", { exact: true }).locator("..").locator("dd").filter({ visible: true })
}

/** A new cart id, as the browser creates it. */
export const aCartId = (): string =>
  `cart_${Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => (byte % 36).toString(36)).join("")}`

/** Fills a cart through the API and gives it to this browser. */
export async function bringCart(
  page: Page,
  storefrontUrl: string,
  lines: readonly { productId: string; quantity: number }[],
): Promise<void> {
  const cartId = aCartId()
  for (const line of lines) {
    const response = await page.request.post(`${storefrontUrl}/api/cart`, { data: { cartId, ...line } })
    if (!response.ok()) throw new Error(`The cart could not be filled: ${await response.text()}`)
  }
  await page.addInitScript((id) => {
    // Only on the first page: after an order the browser must be without it.
    if (sessionStorage.getItem("cart-brought")) return
    sessionStorage.setItem("cart-brought", "yes")
    localStorage.setItem("cart-id", id)
  }, cartId)
}
