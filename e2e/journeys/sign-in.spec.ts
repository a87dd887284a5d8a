import { expect, test } from "../fixtures/test"
import { newGoogleAccount, stubGoogle, STUB_MESSAGES } from "../fixtures/google"
import { accessibilityFaults } from "../screens/accessibility"
import { FAILURE, fail } from "../screens/forced"
import { visit } from "../screens/page"
import { avatar, beSignedIn, openAccountMenu, openSignIn } from "../screens/session"
import { expectToast } from "../screens/toasts"

const SESSION = /\/api\/session$/

test("a sign-in that the shop cannot complete shows an error and can be retried", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  browserWatch.allow(STUB_MESSAGES)
  browserWatch.allow(/^uncaught: ApiError: 500/)
  await stubGoogle(context)
  await visit(page, "/faq")
  const dialog = await openSignIn(page)
  const recover = await fail(page, { path: SESSION, method: "POST" })
  await dialog.getByRole("button", { name: /demo shopper/ }).click()
  await expectToast(page, "Sign in failed", "There was a problem signing in with Google.")
  expect(await accessibilityFaults(page)).toEqual([])
  await recover()

  await dialog.getByRole("button", { name: /demo shopper/ }).click()
  await expectToast(page, "Successfully signed in", "Welcome, Demo Shopper.")
})

test("a failed sign-out shows an error, and the shopper stays signed in", async ({ page, browserWatch }) => {
  browserWatch.allow(FAILURE)
  await beSignedIn(page, newGoogleAccount(), "/faq")
  const recover = await fail(page, { path: SESSION, method: "DELETE" })
  await (await openAccountMenu(page)).getByRole("button", { name: "Sign Out" }).click()
  await expectToast(page, "Sign out failed", "There was a problem signing out.")
  await expect(avatar(page)).toBeVisible()
  await recover()
})
