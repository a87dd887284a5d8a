import { expect, type Page } from "@playwright/test"

export const VISA = "4242 4242 4242 4242"
export const DECLINED = "4000 0000 0000 0002"
export const ASKS_3D_SECURE = "4000 0000 0000 3220"

/** Pays on the card processor's page. */
export async function payWithCard(page: Page, number: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Pay by card" })).toBeVisible()
  await page.getByLabel("Card number").fill(number)
  await page.getByRole("button", { name: /^Pay £/ }).click()
}
