import type { Page } from "@playwright/test"

/** Goes to an address and waits until the page there hears clicks. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#root") ?? {}).some((key) => key.startsWith("__reactContainer")),
  )
}

/** What follows a link of the footer, which every page has: another page without a new document. */
export async function follow(page: Page, linkName: string): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: linkName, exact: true }).first().click()
}
