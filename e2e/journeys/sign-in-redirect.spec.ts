import { expect, test } from "../fixtures/test"
import { chooseAccount, newGoogleAccount, stubGoogle, STUB_MESSAGES } from "../fixtures/google"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { visit } from "../screens/page"
import { avatar, googleButton, openAccountMenu, openSignIn } from "../screens/session"
import { expectToast } from "../screens/toasts"

test("on a phone the page redirects to Google and returns signed in", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(STUB_MESSAGES)
  await stubGoogle(context)
  const grace = newGoogleAccount()
  await visit(page, "/products/category/honey")
  await openSignIn(page)
  await googleButton(page).click()
  await page.waitForURL(/\/emulator\/auth\/handler/)
  expect(new URL(page.url()).searchParams.get("customParameters")).toContain('"prompt":"select_account"')
  await chooseAccount(page, grace)

  await page.waitForURL(/\/products\/category\/honey$/)
  await expectToast(page, "Successfully signed in", `Welcome, ${grace.name}.`)
  await expect(avatar(page)).toHaveText("GH")
  const menu = await openAccountMenu(page)
  await expect(menu).toContainText(grace.email)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
})
