import { expect, type Page } from "@playwright/test"
import type { Watch } from "../fixtures/watch"
import type { Staff } from "../fixtures/staff"
import type { Stack } from "../stack/stack"

/** Console messages of Medusa's own pages. */
function allowWhatMedusaComplainsAbout(watch: Watch): void {
  watch.allow(/No `HydrateFallback` element provided/)
  watch.allow(/Missing `Description` or `aria-describedby/)
  watch.allow(/`DialogContent` requires a `DialogTitle`/)
  watch.allow(/\/admin\/users\/me/)
  watch.allow(/cdn\.jsdelivr\.net\/gh\/lipis\/flag-icons/)
}

/** Gives the password in the admin's form. A code may have to follow. */
export async function givePassword(
  page: Page,
  backendUrl: string,
  account: Stack["admin"],
  watch: Watch,
): Promise<void> {
  allowWhatMedusaComplainsAbout(watch)
  await page.goto(`${backendUrl}/app`)
  await page.getByPlaceholder("Email").fill(account.email)
  await page.getByPlaceholder("Password").fill(account.password)
  await page.getByRole("button", { name: "Continue with Email" }).click()
}

/** Signs in to the admin with its form. */
export async function signInToAdmin(page: Page, { backendUrl, admin }: Stack, watch: Watch): Promise<void> {
  await givePassword(page, backendUrl, admin, watch)
  await expect(page).toHaveURL(/\/app\/today/)
}

/** Opens the admin as signed-in staff. */
export async function openAdmin(
  page: Page,
  { backendUrl }: Stack,
  staff: Staff,
  watch: Watch,
): Promise<void> {
  allowWhatMedusaComplainsAbout(watch)
  await page.context().addCookies(await staff.cookies())
  await page.goto(`${backendUrl}/app/orders`)
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible()
}
