import type { Page } from "@playwright/test"

/** Opens a page and waits until it is hydrated. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // The sign-in hooks are installed after hydration.
  await page.waitForFunction(() => "openSignInModal" in window)
}

/** Follows a link of the footer, which every page has: a new page without a new document. */
export async function follow(page: Page, linkName: string): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: linkName, exact: true }).first().click()
}
