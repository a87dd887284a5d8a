import { chromium, type Page } from "@playwright/test"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { launchOptions } from "../browser/launch-options"
import { encode } from "../gallery/camera"
import startShopUnderTest from "../stack/global-setup"
import { announcedStack, type Stack } from "../stack/stack"
import { haveADay } from "./a-day"
import { PICTURES } from "./pages"

/** `npm run screens staff`: the pictures of docs/staff.md, from a new shop or the one in SHOP_UNDER_TEST. */
const FOLDER = join(import.meta.dirname, "..", "..", "docs", "staff")
const VIEW = { width: 1280, height: 900 }

async function signIn(page: Page, { admin }: Stack): Promise<void> {
  await page.goto("/app/login")
  await page.getByPlaceholder("Email").fill(admin.email)
  await page.getByPlaceholder("Password").fill(admin.password)
  await page.getByRole("button", { name: "Continue with Email" }).click()
  await page.waitForURL(/\/app\/today/)
}

await mkdir(FOLDER, { recursive: true })
const stop = await startShopUnderTest()
const browser = await chromium.launch(launchOptions())
try {
  const stack = announcedStack()
  if (!stack) throw new Error("The shop has not said where it is")
  const day = await haveADay(stack)
  const context = await browser.newContext({
    baseURL: stack.backendUrl,
    viewport: VIEW,
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/London",
  })
  const page = await context.newPage()
  await signIn(page, stack)
  for (const { name, path, ready } of PICTURES) {
    await page.goto(`/app/${path(day)}`)
    await ready(page, day)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    // Lists and panels that come after the first of them.
    await page.waitForTimeout(1000)
    const picture = await encode(page, false)
    await writeFile(join(FOLDER, `${name}.webp`), picture)
    process.stdout.write(`${name}  ${String(Math.round(picture.byteLength / 1024))} KiB\n`)
  }
} finally {
  await browser.close()
  await stop()
}
