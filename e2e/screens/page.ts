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

/**
 * How much of the page has moved since it was opened, before any input: the sum of which Lighthouse's CLS is a part. It does not
 * leave out what moves soon after an input, because the browser takes the emulation of a phone for one.
 */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame() // The last change is laid out.
    await frame()
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: "layout-shift", buffered: true })
    return observer
      .takeRecords()
      .reduce((sum, shift) => sum + ("value" in shift ? Number(shift.value) : 0), 0)
  })
}
