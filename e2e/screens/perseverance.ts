import type { Locator, Page } from "@playwright/test"

/** How often a shopper tries before giving up. */
const MAX_ATTEMPTS = 6
/** The shop retries for up to 7 s before it reports a failure. */
const ONE_TRY_MS = 9000

/**
 * Repeats an action until its result is on the screen, like a shopper on a bad connection: after an error, and with
 * the shop's 'Try again'.
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
