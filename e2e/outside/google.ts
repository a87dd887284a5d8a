import { expect, type BrowserContext, type Page } from "@playwright/test"
import { googleFrames } from "./google-frames"

const SCRIPT = "https://apis.google.com/js/api.js"
/** What the emulator's account picker is dressed with, from elsewhere: it works without. */
const ORNAMENTS = /^https:\/\/(?:fonts\.googleapis\.com|unpkg\.com)\//

/**
 * Stands in for the one script of Google's that Firebase's library and the emulator's pages load: windows that talk to
 * each other by messages. It proves the shop, the library and the emulator; it does not prove Google's own page.
 */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  await context.route(`${SCRIPT}**`, (route) => {
    const onLoaded = new URL(route.request().url()).searchParams.get("onload")
    const body = `(${googleFrames.toString()})(${JSON.stringify(onLoaded)})`
    return route.fulfill({ contentType: "text/javascript", body })
  })
  await context.route(ORNAMENTS, (route) => route.fulfill({ body: "" }))
}

/** Google cannot be reached. */
export async function cutOffGoogle(context: BrowserContext): Promise<void> {
  await context.route(`${SCRIPT}**`, (route) => route.abort())
}

/**
 * What the watch over the browser hears of the stand-in. Firebase's library throws whenever it is told that a window may
 * keep things, after taking note of it.
 */
export const STAND_IN =
  /^another host: GET https:\/\/(?:apis\.google\.com|fonts\.googleapis\.com|unpkg\.com)\/|^uncaught: .*auth\/internal-error[^]*api\.js/

export interface Somebody {
  name: string
  email: string
}

let people = 0

/** Somebody whom nobody has met before. */
export const somebody = (name = "Grace Hopper"): Somebody => ({
  name,
  email: `grace.${String(process.pid)}.${String(++people)}@example.com`,
})

/** Fills in the emulator's account picker as somebody new: it takes their word for it. */
export async function chooseAccount(page: Page, { name, email }: Somebody): Promise<void> {
  await page.getByText("Add new account").click()
  await page.locator("#email-input").fill(email)
  await page.locator("#display-name-input").fill(name)
  await page.getByRole("button", { name: /Sign in with/ }).click()
}

/** The picker in its own window. @returns it, once it is there */
export async function pickerOpenedBy(page: Page, press: () => Promise<void>): Promise<Page> {
  const opening = page.waitForEvent("popup")
  await press()
  const picker = await opening
  await expect(picker.getByText("Add new account")).toBeVisible()
  return picker
}
