import { expect, type Locator, type Page } from "@playwright/test"
import { firebaseConfigSchema } from "@shop/contracts"
import { z } from "zod"
import type { GoogleAccount } from "../fixtures/google"
import { visit } from "./page"

const tokenSchema = z.object({ idToken: z.string() })

/** The avatar, which opens the account menu. */
export const avatar = (page: Page): Locator =>
  page.getByRole("banner").getByRole("button", { name: /^Account of / })

/** The dialog's one way in. */
export const googleButton = (page: Page): Locator => page.getByRole("button", { name: "Sign in with Google" })

/** Opens the dialog from the header, or from the menu on a phone. */
export async function openSignIn(page: Page): Promise<Locator> {
  const menu = page.getByRole("button", { name: "Open menu" })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click()
  const dialog = page.getByRole("dialog", { name: "Sign In" })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the account menu. @returns it */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await avatar(page).click()
  const menu = page.locator(".account-menu__panel")
  await expect(menu).toBeVisible()
  return menu
}

/** Signs in through the API and opens the page, for journeys that start signed in. */
export async function beSignedIn(page: Page, { name, email }: GoogleAccount, path: string): Promise<void> {
  const config = firebaseConfigSchema.parse(await (await page.request.get("/__/firebase/init.json")).json())
  const identity = { sub: email, email, email_verified: true, name }
  const answer = await page.request.post(
    `/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${config.apiKey}`,
    {
      data: {
        postBody: new URLSearchParams({
          id_token: JSON.stringify(identity),
          providerId: "google.com",
        }).toString(),
        requestUri: "http://localhost",
        returnSecureToken: true,
      },
    },
  )
  const { idToken } = tokenSchema.parse(await answer.json())
  const session = await page.request.post("/api/session", { data: { idToken } })
  expect(session.ok(), await session.text()).toBe(true)
  await page.addInitScript((brought) => {
    // Only on the first page: a later sign-out must last.
    if (sessionStorage.getItem(brought)) return
    sessionStorage.setItem(brought, "yes")
    localStorage.setItem("signed-in", "1")
  }, `brought ${email}`)
  await visit(page, path)
}
