import { expect, type Locator, type Page } from "@playwright/test"

/** Adds one from the card, and waits until the shop has confirmed it. */
export async function addFromCard(page: Page, productName: string): Promise<void> {
  await page.getByRole("button", { name: `Add ${productName} to cart`, exact: true }).click()
  await expect(page.getByText(`${productName} has been added to your cart.`)).toBeVisible()
}

/** Opens the drawer 'Your Cart' from the header. */
export async function openCart(page: Page): Promise<Locator> {
  await page.getByRole("banner").getByRole("button", { name: /cart/i }).click()
  const drawer = page.getByRole("dialog", { name: "Your Cart" })
  await expect(drawer).toBeVisible()
  return drawer
}

/** The line 'Total' of the drawer or of the order's summary, with its amount. */
export function totalRow(within: Locator): Locator {
  return within.getByText("Total", { exact: true }).locator("..")
}
