import { expect, type Locator, type Page } from "@playwright/test"

/** Where toasts appear. */
export const toastRegion = (page: Page): Locator => page.getByRole("region", { name: "Notifications (F8)" })

/** The visible toast; there is at most one. */
export const toast = (page: Page): Locator => toastRegion(page).locator(".toast")

/** Waits for a toast with exactly this text. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page)).toHaveCount(1)
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible()
  if (description) await expect(toast(page).getByText(description, { exact: true })).toBeVisible()
}

/** Dismisses the toast, so that the next one is not mistaken for it. */
export async function dismissToast(page: Page): Promise<void> {
  await toast(page).getByRole("button", { name: "Dismiss" }).click()
  await expect(toast(page)).toHaveCount(0)
}
