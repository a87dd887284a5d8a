import { expect, test } from "../fixtures/test"
import {
  chooseAccount,
  blockGoogle,
  openAccountPicker,
  newGoogleAccount,
  stubGoogle,
  STUB_MESSAGES,
} from "../fixtures/google"
import { accessibilityFaults, focused, smallTargets } from "../screens/accessibility"
import { visit } from "../screens/page"
import { avatar, googleButton, openAccountMenu, openSignIn } from "../screens/session"
import { expectToast, toast } from "../screens/toasts"

test("on a desktop Google opens in a window of 500 × 600; a reload keeps the session, Sign Out ends it", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(STUB_MESSAGES)
  await stubGoogle(context)
  const grace = newGoogleAccount()
  await visit(page, "/products")
  await openSignIn(page)

  const picker = await openAccountPicker(page, () => googleButton(page).click())
  expect(await picker.evaluate(() => [outerWidth, innerHeight])).toEqual([500, 600])
  expect(new URL(picker.url()).searchParams.get("customParameters")).toContain('"prompt":"select_account"')
  await chooseAccount(picker, grace)

  await expectToast(page, "Successfully signed in", `Welcome, ${grace.name}.`)
  await expect(page).toHaveURL(/\/products$/)
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeHidden()
  await expect(avatar(page)).toHaveText("GH")
  await expect.poll(() => focused(page), "the keyboard is not lost").not.toBe("nothing")

  await page.reload()
  await expect(avatar(page)).toHaveText("GH")
  const menu = await openAccountMenu(page)
  await expect(menu).toContainText(grace.name)
  await expect(menu).toContainText(grace.email)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect.poll(() => focused(page)).toBe(`Account of ${grace.name}`)

  await page.keyboard.press("Enter")
  await menu.getByRole("button", { name: "Sign Out" }).press("Enter")
  await expectToast(page, "Signed out", "You have been successfully signed out.")
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign In" })).toBeVisible()
  await expect.poll(() => focused(page), "the keyboard is not lost").not.toBe("nothing")
  await page.reload()
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign In" })).toBeVisible()
})

test("closing Google's window shows no error and enables the button again", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(STUB_MESSAGES)
  await stubGoogle(context)
  await visit(page, "/faq")
  const dialog = await openSignIn(page)
  const picker = await openAccountPicker(page, () => googleButton(page).click())
  await expect(dialog.getByRole("button", { name: "Waiting for Google..." })).toBeVisible()
  await picker.close()
  // Firebase's library waits eight seconds, because the window may only be navigating.
  await expect(googleButton(page)).toBeEnabled({ timeout: 20_000 })
  await expect(toast(page)).toHaveCount(0)
  await expect(dialog.getByRole("alert")).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test("an unreachable Google shows an error at sign-in and does not block the rest of the shop", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(/apis\.google\.com/)
  browserWatch.allow(/^uncaught: .*auth\/(?:internal-error|network-request-failed)/)
  await blockGoogle(context)
  await visit(page, "/faq")
  const dialog = await openSignIn(page)
  await googleButton(page).click()
  await expectToast(page, "Sign in failed", "There was a problem signing in with Google.")
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(dialog).toBeHidden()
})
