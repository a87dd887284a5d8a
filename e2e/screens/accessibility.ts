import type { Page } from "@playwright/test"
import axe, { type RunOptions } from "axe-core"

const WCAG: RunOptions["runOnly"] = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
}
const CONTRAST: RunOptions["runOnly"] = { type: "rule", values: ["color-contrast"] }

/**
 * The violations of WCAG 2.2 AA that axe finds on the current page: rule and element. All rules in light
 * colours, and the rules about colours in dark ones too.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // What appears while axe looks must not fade in: it would have too little contrast for a moment.
  await page.emulateMedia({ reducedMotion: "reduce" })
  await atRest(page)
  const light = await faultsOf(page, WCAG)
  await page.emulateMedia({ colorScheme: "dark" })
  await atRest(page)
  const dark = await faultsOf(page, CONTRAST)
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" })
  return [...light, ...dark.map((fault) => `in the dark, ${fault}`)]
}

/** An element that fades in has its final colours only at the end. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
      ),
  )
}

/** Runs axe in the page: its package for Playwright takes four times as long. */
async function faultsOf(page: Page, runOnly: RunOptions["runOnly"]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate((options) => window.axe.run(options), {
    runOnly,
    // No criterion, but two landmarks of one name are hard to tell apart.
    rules: { "landmark-unique": { enabled: true } },
    resultTypes: ["violations"],
    // No rule of these needs the contents of style sheets.
    preload: false,
  } satisfies RunOptions)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Controls that are too small to tap: below 44 × 44 CSS px. A link within a sentence may be as low as its line
 * (WCAG 2.5.8), and a control counts with its label, a card's link with its card.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST_PX = 43.5
    const isInSentence = (element: Element) =>
      element.matches("a") &&
      getComputedStyle(element).display === "inline" &&
      Array.from(element.parentElement?.childNodes ?? []).some(
        (node) => node !== element && (node.textContent ?? "").trim().length > 1,
      )
    const boxOf = (element: Element): Element => {
      const label = element.matches("[type=radio], [type=checkbox]") && element.closest("label")
      if (label) return label
      const after = getComputedStyle(element, "::after")
      if (after.content === "none" || after.position !== "absolute") return element
      let box = element
      while (box.parentElement && getComputedStyle(box).position === "static") box = box.parentElement
      return box
    }
    // Behind an open dialog nothing can be tapped.
    const reachable = document.querySelector("dialog:modal") ?? document
    return Array.from(
      reachable.querySelectorAll("a[href], button, input, select, textarea, summary"),
    ).flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || isInSentence(element)) return []
      const { width, height } = boxOf(element).getBoundingClientRect()
      // The skip link is off screen until it has the focus.
      if (width >= LEAST_PX && height >= LEAST_PX) return []
      return [
        `${element.outerHTML.slice(0, 120)}: ${String(Math.round(width))} × ${String(Math.round(height))}`,
      ]
    })
  })

/** How much wider the page is than its window, in CSS px: 0 without sideways scrolling. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The words of an element that continue on a second line. */
export const brokenWords = (element: Element): string[] => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { index, 0: word } of (text.textContent ?? "").matchAll(/[\p{L}\p{N}£.,]+/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      // A text that ends in dots has its words several times in the same line.
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  return broken
}

/** The focused element: a form control by its name, others by their accessible name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return "nothing"
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return element.name
    return element.getAttribute("aria-label") ?? element.textContent.trim()
  })

const MOST_STEPS = 60

/** Presses Tab until an element of this name has the focus, and checks that the focus is visible at each step. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  const passed: string[] = []
  while (passed.length < MOST_STEPS) {
    await page.keyboard.press(key)
    const here = await focused(page)
    if (typeof name === "string" ? here === name : name.test(here)) return
    passed.push(here)
  }
  throw new Error(`Tab never reached ${String(name)}, only ${passed.join(", ")}`)
}
