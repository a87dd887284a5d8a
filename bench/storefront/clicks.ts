import type { Page } from "@playwright/test"
import { median } from "../report"
import type { Findings } from "./budgets"
import { openBrowser } from "./browser"

const TIMES = 5
/** Longer than the hover delay of a prefetch and its responses. */
const POINTED_MS = 600
const CARD = "main article h3 a"
const ADD = "main article button[aria-label^='Add ']"
const COUNT = "header button[aria-label^='Cart, ']"

/** Milliseconds from a click to the frame with its result, on a desktop. */
export async function measureClicks(shop: string): Promise<Findings> {
  const { context, close } = await openBrowser("desktop")
  try {
    const page = await context.newPage()
    const times = { prepared: [] as number[], cold: [] as number[], count: [] as number[] }
    for (let round = 0; round < TIMES; round += 1) {
      await openList(page, shop)
      const card = page.locator(CARD).nth(round)
      await card.hover()
      await page.waitForTimeout(POINTED_MS)
      times.prepared.push(
        await untilHeading(page, await card.innerText(), () => page.mouse.down().then(() => page.mouse.up())),
      )

      await openList(page, shop)
      const other = page.locator(CARD).nth(TIMES + round)
      const name = await other.innerText()
      times.cold.push(
        await untilHeading(page, name, () => other.evaluate((link: HTMLElement) => link.click())),
      )

      await openList(page, shop)
      const seen = untilCounted(page)
      await page.locator(ADD).nth(round).click()
      times.count.push(await seen)
    }
    return {
      clickPrepared: median(times.prepared),
      clickCold: median(times.cold),
      addToCart: median(times.count),
    }
  } finally {
    await close()
  }
}

async function openList(page: Page, shop: string): Promise<void> {
  await page.goto(`${shop}/products`, { waitUntil: "load" })
  // The page is hydrated when its elements have React's properties.
  await page.waitForFunction(
    (selector) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith("__react")),
    CARD,
  )
}

async function untilHeading(page: Page, name: string, click: () => Promise<void>): Promise<number> {
  const seen = page.evaluate(
    (heading) =>
      new Promise<number>((resolve) => {
        let clickedAt = 0
        addEventListener("click", (event) => (clickedAt = event.timeStamp), { capture: true, once: true })
        new MutationObserver((_, observer) => {
          if (document.querySelector("main h1")?.textContent !== heading) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    name,
  )
  await click()
  return seen
}

function untilCounted(page: Page): Promise<number> {
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        let clickedAt = 0
        let before: string | null | undefined
        addEventListener(
          "click",
          (event) => {
            clickedAt = event.timeStamp
            before = document.querySelector(selector)?.getAttribute("aria-label")
          },
          { capture: true, once: true },
        )
        new MutationObserver((_, observer) => {
          // The cart of an earlier round may still change.
          if (clickedAt === 0 || document.querySelector(selector)?.getAttribute("aria-label") === before)
            return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)))
        }).observe(document.body, { subtree: true, attributes: true, childList: true })
      }),
    COUNT,
  )
}
