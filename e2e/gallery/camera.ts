import type { Browser, Page } from "@playwright/test"
import { Buffer } from "node:buffer"
import { writeFile } from "node:fs/promises"
import { PICTURES, type PictureName, type ScreenContext } from "./pictures"

export interface Shot {
  picture: PictureName
  /** In CSS pixels; it determines the height. */
  width: number
  scheme: "light" | "dark"
  /** The whole page from top to bottom instead of the first screen. */
  whole?: boolean
}

const HEIGHTS: Record<number, number> = { 360: 780, 768: 1024, 1280: 860, 1920: 1080 }
/** A WebP cannot be higher than this, in pixels. */
const TALLEST = 16_000
const QUALITY = 82

export const nameOf = ({ picture, width, scheme, whole }: Shot): string =>
  [picture, width, scheme, whole ? "whole" : ""].filter(Boolean).join("-")

/** Takes one picture in a new browser, as WebP. @returns the size of the file in bytes */
export async function take(
  browser: Browser,
  goods: Omit<ScreenContext, "page">,
  shot: Shot,
  file: string,
): Promise<number> {
  const isPhone = shot.width < 700
  const context = await browser.newContext({
    baseURL: goods.shop,
    viewport: { width: shot.width, height: HEIGHTS[shot.width] ?? 900 },
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme: shot.scheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/London",
  })
  try {
    const page = await context.newPage()
    await PICTURES[shot.picture]({ page, ...goods })
    await settle(page)
    if (shot.whole) await unstick(page)
    const picture = await encode(page, shot.whole ?? false)
    await writeFile(file, picture)
    return picture.byteLength
  } finally {
    await context.close()
  }
}

/** Waits for fonts and for every picture, also below the fold. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("load")
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager"
    return document.fonts.ready.then(() => undefined)
  })
  await page.waitForFunction(() => [...document.images].every((picture) => picture.complete))
  // The QR code, a dialog or a toast is drawn after the first paint.
  await page.waitForTimeout(500)
}

/** Sticky elements would be drawn in the middle of a full-page picture. */
async function unstick(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (getComputedStyle(element).position === "sticky")
        Object.assign(element.style, { position: "relative", top: "auto" })
    }
    window.scrollTo(0, 0)
  })
}

/** The window, or the whole page, as WebP. */
export async function encode(page: Page, whole: boolean): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const { top, tall, density } = await page.evaluate(() => ({
    top: window.scrollY,
    tall: document.documentElement.scrollHeight,
    density: window.devicePixelRatio,
  }))
  const clip = whole
    ? { x: 0, y: 0, width, height: Math.min(Math.max(tall, height), TALLEST / density) }
    : { x: 0, y: top, width, height }
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    captureBeyondViewport: whole,
    clip: { ...clip, scale: density },
  })
  return Buffer.from(data, "base64")
}
