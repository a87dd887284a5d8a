import type { Locator, Page } from "@playwright/test"

/** How often a patient shopper tries a thing before giving up. */
const MAX_ATTEMPTS = 6
/** The shop tries again by itself for up to 7 s before it says that something failed. */
const ONE_TRY_MS = 9000

/**
 * Does something until its result is on the screen, as a shopper on a bad line would: again after an error, and by
 * the 'Try again' that the shop offers.
 */
export async function persevere(page: Page, act: () => Promise<unknown>, result: Locator): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await act()
    const again = page.getByRole("button", { name: "Try again" }).first()
    const outcome = await Promise.race([
      result
        .first()
        .waitFor({ timeout: ONE_TRY_MS })
        .then(
          () => "done" as const,
          () => "overdue" as const,
        ),
      again.waitFor({ timeout: ONE_TRY_MS }).then(
        () => "again" as const,
        () => "overdue" as const,
      ),
    ])
    if (outcome === "done" || (await result.first().isVisible())) return
    if (outcome === "again") {
      await again.click()
      if (await appears(result)) return
    }
  }
  throw new Error(`Tried ${String(MAX_ATTEMPTS)} times in vain`)
}

const appears = (result: Locator): Promise<boolean> =>
  result
    .first()
    .waitFor({ timeout: ONE_TRY_MS })
    .then(
      () => true,
      () => false,
    )
