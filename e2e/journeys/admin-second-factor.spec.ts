import { randomUUID } from "node:crypto"
import type { Page } from "@playwright/test"
import { codeOf } from "@shop/sandbox/authenticator-app"
import { expect, test } from "../fixtures/test"
import { givePassword } from "../screens/admin"

/** Medusa stores ten recovery codes, each hashed as slowly as a password, and compares a code with one after the other. */
const TEN_HASHES = { timeout: 60_000 }

test("a member of staff sets up a second factor with their password, signs in with a new recovery code and invites a colleague", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  const colleague = await staff.addColleague(`${randomUUID()}@shop.test`)
  await givePassword(page, shop.backendUrl, colleague, browserWatch)
  await expect(page).toHaveURL(/\/app\/today/)

  await page.goto(`${shop.backendUrl}/app/settings/profile`)
  // A session alone, which might be stolen, adds no app.
  browserWatch.allow(/\/auth\/mfa\/factors/)
  await page.getByRole("button", { name: "Enable" }).click()
  browserWatch.allow(/\/admin\/users\/me\/confirmation/)
  await confirmPassword(page, "not the present one")
  await expect(page.getByText("The current password is not right.")).toBeVisible()
  await confirmPassword(page, colleague.password)
  const dialog = page.getByRole("dialog")
  const secret = await dialog.getByText(/^[A-Z2-7]{16,}$/).innerText()
  for (const [place, digit] of Array.from(codeOf(secret)).entries())
    await dialog.getByLabel(`One-time password ${String(place + 1)}`).fill(digit)
  await expect(dialog.getByRole("heading", { name: "Recovery codes" }).last()).toBeVisible(TEN_HASHES)
  await dialog.getByRole("button", { name: "Complete" }).click()
  await expect(page.getByRole("button", { name: "Disable" })).toBeVisible()
  await page.getByRole("button", { name: "New recovery codes" }).click()
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")
  await expect(codes).toHaveCount(10, TEN_HASHES)
  const recoveryCode = await codes.first().innerText()

  // The app is lost, and so is the session.
  await page.context().clearCookies()
  await givePassword(page, shop.backendUrl, colleague, browserWatch)
  await page.getByRole("button", { name: "Use a recovery code" }).click()
  const field = page.getByPlaceholder("Recovery code")
  browserWatch.allow(/\/auth\/mfa\/challenges\//)
  await field.fill("not-a-code")
  await page.getByRole("button", { name: "Verify" }).click()
  await expect(field).toHaveValue("", TEN_HASHES)
  await field.fill(recoveryCode)
  await page.getByRole("button", { name: "Verify" }).click()
  await expect(page).toHaveURL(/\/app\/today/, TEN_HASHES)
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible()

  // A new session, without a confirmation: Medusa's page itself would show nothing.
  await page.goto(`${shop.backendUrl}/app/settings/users/invite`)
  const invited = `${randomUUID()}@shop.test`
  await page.getByPlaceholder("john.doe@example.com").fill(invited)
  browserWatch.allow(/\/admin\/invites/)
  await page.getByRole("button", { name: "Send invite" }).click()
  await confirmPassword(page, colleague.password)
  await expect(page.getByRole("row").filter({ hasText: invited })).toBeVisible()
})

async function confirmPassword(page: Page, password: string): Promise<void> {
  const question = page.getByRole("alertdialog", { name: "Confirm your password" })
  await question.getByLabel("Your password").fill(password)
  await question.getByRole("button", { name: "Confirm" }).click()
}
