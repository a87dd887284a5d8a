import { expect, test } from "../fixtures/test"
import { newGoogleAccount } from "../fixtures/google"
import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { FAILURE, hold, LOST, loseAnswers, refuse } from "../screens/forced"
import { layoutShift, visit } from "../screens/page"
import { avatar, beSignedIn, openAccountMenu } from "../screens/session"
import { dismissToast, expectToast } from "../screens/toasts"
import { readFile } from "node:fs/promises"

test("signed-out visitors of the account are redirected home, also when they sign out there", async ({
  page,
}) => {
  for (const path of ["/account", "/Account?x=1"]) {
    await page.goto(path)
    await expect(page).toHaveURL((url) => url.pathname === "/")
  }
  await beSignedIn(page, newGoogleAccount(), "/account")
  await expect(page.getByRole("heading", { level: 1, name: "My Account" })).toBeVisible()
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click()
  await expectToast(page, "Signed out", "You have been successfully signed out.")
  await expect(page).toHaveURL((url) => url.pathname === "/")
})

test("the order history offers two ways to the signed out: their email and signing in", async ({ page }) => {
  const main = page.getByRole("main")
  const account = main.getByRole("region", { name: "With your account" })
  await visit(page, "/orders")
  await expect(page).toHaveURL((url) => url.pathname === "/orders/find")
  await expect(main.getByRole("button", { name: "Email me the link" })).toBeVisible()
  await account.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible()
  await page.keyboard.press("Escape")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)

  const ada = newGoogleAccount()
  await beSignedIn(page, ada, "/orders/find")
  await expect(account).toContainText(ada.email)
  await account.getByRole("link", { name: "See all your orders" }).click()
  await expect(page.getByText("You have no orders yet")).toBeVisible()
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL((url) => url.pathname === "/orders/find")
})

test("the account shows the profile, saves corrections and reports invalid ones by field", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  const grace = newGoogleAccount()
  await beSignedIn(page, grace, "/faq")
  await (await openAccountMenu(page)).getByRole("link", { name: "My Account" }).click()
  const profile = page.getByRole("region", { name: "Profile" })
  await expect(profile).toContainText(grace.name)
  await expect(profile).toContainText(grace.email)
  const settings = page.getByRole("region", { name: "Account settings" })
  await expect(settings).toContainText(grace.email)
  const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" }).format()
  await expect(settings.getByText("Account created").locator("..")).toContainText(today)
  await expect(settings.getByText("Last sign-in").locator("..")).toContainText(today)
  const history = page.getByRole("region", { name: "Order history" })
  await expect(history).toContainText("You have no orders yet.")
  await expect(history.getByRole("link", { name: "View All Orders" })).toHaveAttribute("href", "/orders")
  expect(await sidewaysScroll(page)).toBe(0)

  await profile.getByRole("button", { name: "Edit Profile" }).click()
  await profile.getByLabel("Name").fill("G")
  await profile.getByLabel("Phone").fill("12")
  await profile.getByRole("button", { name: "Save" }).click()
  await expect(profile.getByLabel("Name")).toHaveAccessibleDescription(/at least 2 characters/)
  await expect(profile.getByLabel("Phone")).toHaveAccessibleDescription(/valid phone number/)
  await expect(profile.getByLabel("Name")).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])

  await profile.getByLabel("Name").fill("Amazing Grace")
  await profile.getByLabel("Phone").fill("020 7946 0018")
  const recover = await refuse(page, { path: /\/api\/account$/, method: "PATCH" })
  await profile.getByRole("button", { name: "Save" }).click()
  await expect(profile.getByRole("alert")).toContainText("Your profile was not saved")
  await recover()
  await profile.getByRole("button", { name: "Save" }).click()
  await expectToast(page, "Profile saved")
  await expect(profile).toContainText("020 7946 0018")
  await expect(avatar(page)).toHaveText("AG")
  await expect(profile.getByRole("button", { name: "Edit Profile" })).toBeFocused()
})

test("the account is shown when its orders have come, and does not move afterwards", async ({ page }) => {
  const release = await hold(page, /\/api\/account\/orders/)
  const asked = page.waitForRequest(/\/api\/account\/orders/)
  const profile = page.waitForResponse(/\/api\/account$/)
  await beSignedIn(page, newGoogleAccount(), "/account")
  await Promise.all([asked, profile])
  const download = page.getByRole("link", { name: "Download my data" })
  await expect(page.getByRole("status", { name: "Loading your account" })).toBeVisible()
  await expect(download).toBeHidden()
  await release()
  await expect(download).toBeVisible()
  await expect(page.getByText("You have no orders yet.")).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.01)
})

test("a customer downloads their data and deletes their account", async ({ page, browserWatch }) => {
  browserWatch.allow(FAILURE)
  const grace = newGoogleAccount()
  await beSignedIn(page, grace, "/account")
  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download my data" }).click()
  const file = await (await downloading).path()
  expect(await readFile(file, "utf8")).toContain(grace.email)

  const dialog = page.getByRole("dialog", { name: "Delete your account?" })
  await page.getByRole("button", { name: "Delete my account" }).click()
  await expect(dialog).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole("button", { name: "Keep my account" }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeFocused()

  await page.keyboard.press("Enter")
  const recover = await refuse(page, { path: /\/api\/account$/, method: "DELETE" })
  await dialog.getByRole("button", { name: "Delete my account" }).click()
  await expect(dialog.getByRole("alert")).toContainText("Your account was not deleted")
  await recover()
  await dialog.getByRole("button", { name: "Delete my account" }).click()
  await expectToast(page, "Account deleted")
  await dismissToast(page)
  await expect(page).toHaveURL((url) => url.pathname === "/")
  await visit(page, "/account")
  await expect(page).toHaveURL((url) => url.pathname === "/")
})

test("a deletion of the account whose answer is lost is not called a failure, and a second press signs out", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(LOST)
  browserWatch.allow(/status of 401/)
  await beSignedIn(page, newGoogleAccount(), "/account")
  await page.getByRole("button", { name: "Delete my account" }).click()
  const dialog = page.getByRole("dialog", { name: "Delete your account?" })
  const recover = await loseAnswers(page, { path: /\/api\/account$/, method: "DELETE" })
  await dialog.getByRole("button", { name: "Delete my account" }).click()
  await expect(dialog.getByRole("alert")).toContainText("We could not confirm that")
  await expect(dialog.getByRole("alert")).not.toContainText("not deleted")
  await recover()
  await dialog.getByRole("button", { name: "Delete my account" }).click()
  await expectToast(page, "You are signed out", "If your account still exists, sign in and try again.")
  await expect(page).toHaveURL((url) => url.pathname === "/")
})
