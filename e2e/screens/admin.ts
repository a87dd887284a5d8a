import { expect, type Page } from "@playwright/test"
import type { Watch } from "../fixtures/watch"
import type { Stack } from "../stack/stack"

/** Signs staff in to the admin. What Medusa's own pages complain about meanwhile is not ours. */
export async function signInToAdmin(page: Page, { backendUrl, admin }: Stack, watch: Watch): Promise<void> {
  watch.allow(/No `HydrateFallback` element provided/)
  watch.allow(/\/admin\/users\/me/)
  watch.allow(/cdn\.jsdelivr\.net\/gh\/lipis\/flag-icons/)
  await page.goto(`${backendUrl}/app`)
  await page.getByPlaceholder("Email").fill(admin.email)
  await page.getByPlaceholder("Password").fill(admin.password)
  await page.getByRole("button", { name: "Continue with Email" }).click()
  await expect(page).toHaveURL(/\/app\/orders/)
}
