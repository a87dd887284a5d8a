import { expect, type Locator, type Page } from "@playwright/test"

/** Where toasts appear. */
export const toastRegion = (page: Page): Locator => page.getByRole("region", { name: "Notifications (F8)" })

/** The toast on the screen: there is never more than one. */
export const toast = (page: Page): Locator => toastRegion(page).locator(".toast")

/** Waits for a toast with exactly these words. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page)).toHaveCount(1)
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible()
  if (description) await expect(toast(page).getByText(description, { exact: true })).toBeVisible()
}

/** Takes the toast away, so that the next one can be told from it. */
export async function dismissToast(page: Page): Promise<void> {
  await toast(page).getByRole("button", { name: "Dismiss" }).click()
  await expect(toast(page)).toHaveCount(0)
}
