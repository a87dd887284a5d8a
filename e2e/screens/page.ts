import type { Page } from "@playwright/test"

/** Goes to an address and waits until the page there hears clicks. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // The hooks for sign-in are put there when all of it is alive.
  await page.waitForFunction(() => "openSignInModal" in window)
}

/** What follows a link of the footer, which every page has: another page without a new document. */
export async function follow(page: Page, linkName: string): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: linkName, exact: true }).first().click()
}
