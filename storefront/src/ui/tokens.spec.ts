import { shadesOf } from "@shop/contracts/brand-colours"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

const BRANDS = new URL("../../../brands/", import.meta.url)

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const PAPERS = ["paper", "paper-raised", "paper-sunk"]
const on = (ground: string, ...inks: string[]) => inks.map((ink) => ({ ink, ground }))

const TEXT = [
  ...PAPERS.flatMap((paper) => on(paper, "ink", "ink-soft", "brand", "leaf", "danger")),
  ...["accent-soft", "leaf-soft", "danger-soft"].flatMap((soft) => on(soft, "ink")),
  ...on("leaf-soft", "leaf"),
  ...on("danger-soft", "danger"),
  ...on("brand-solid", "on-brand-solid"),
  ...on("brand-solid-hover", "on-brand-solid"),
  ...on("accent", "on-accent"),
  ...on("accent-hover", "on-accent"),
  ...on("accent-block", "on-accent-block"),
  ...on("night", "on-night", "on-night-soft", "accent", "accent-hover"),
]

const EDGES = [
  ...PAPERS.flatMap((paper) => on(paper, "line-strong", "brand")),
  ...on("night", "accent"),
  ...on("accent-block", "brand-solid"),
]

const SCHEMES = ["light", "dark"] as const

/** The pairs of a scheme whose contrast is below what WCAG asks. */
function tooFaint(css: string, pairs: typeof TEXT, scheme: (typeof SCHEMES)[number], least: number) {
  return pairs
    .map(({ ink, ground }) => ({
      pair: `${ink} on ${ground}`,
      ratio: contrast(shadesOf(css, ink)[scheme], shadesOf(css, ground)[scheme]),
    }))
    .filter(({ ratio }) => ratio < least)
}

/** Every folder with a colours.css: a brand of the merchant's own is checked like the demonstration's. */
const brands = readdirSync(BRANDS).flatMap((name) => {
  const file = new URL(`${name}/colours.css`, BRANDS)
  return existsSync(file) ? [{ name, css: readFileSync(file, "utf8") }] : []
})

describe.each(brands)("the colours of $name", ({ css }) => {
  test.each(SCHEMES)("every text has enough contrast with its background, %s", (scheme) => {
    expect(tooFaint(css, TEXT, scheme, 4.5)).toEqual([])
  })

  test.each(SCHEMES)("every control's edge has enough contrast, %s", (scheme) => {
    expect(tooFaint(css, EDGES, scheme, 3)).toEqual([])
  })
})

test("the arithmetic is WCAG's: black on white is 21, a colour on itself 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21)
  expect(contrast("#64204d", "#64204d")).toBe(1)
})
