import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8")

/** The light and the dark value of a colour token; one value stands for both. */
function shadesOf(token: string): [light: string, dark: string] {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(css)?.[1] ?? ""
  const [light, dark] = value.match(/#[0-9a-f]{6}/gi) ?? []
  if (!light) throw new Error(`There is no colour called ${token}`)
  return [light, dark ?? light]
}

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
  ...PAPERS.flatMap((paper) => on(paper, "ink", "ink-soft", "bramble", "leaf", "danger")),
  ...["honey-soft", "leaf-soft", "danger-soft"].flatMap((soft) => on(soft, "ink")),
  ...on("leaf-soft", "leaf"),
  ...on("danger-soft", "danger"),
  ...on("bramble-solid", "on-bramble-solid"),
  ...on("bramble-solid-hover", "on-bramble-solid"),
  ...on("honey", "on-honey"),
  ...on("honey-hover", "on-honey"),
  ...on("honey-block", "on-honey-block"),
  ...on("night", "on-night", "on-night-soft", "honey", "honey-hover"),
]

const EDGES = [
  ...PAPERS.flatMap((paper) => on(paper, "line-strong", "bramble")),
  ...on("night", "honey"),
  ...on("honey-block", "bramble-solid"),
]

const SCHEMES = ["light", "dark"] as const

/** The pairs of a scheme whose contrast is below what WCAG asks. */
function tooFaint(pairs: typeof TEXT, scheme: (typeof SCHEMES)[number], least: number) {
  const at = SCHEMES.indexOf(scheme)
  return pairs
    .map(({ ink, ground }) => ({
      pair: `${ink} on ${ground}`,
      ratio: contrast(shadesOf(ink)[at] ?? "", shadesOf(ground)[at] ?? ""),
    }))
    .filter(({ ratio }) => ratio < least)
}

test.each(SCHEMES)("every text has enough contrast with its background, %s", (scheme) => {
  expect(tooFaint(TEXT, scheme, 4.5)).toEqual([])
})

test.each(SCHEMES)("every control's edge has enough contrast, %s", (scheme) => {
  expect(tooFaint(EDGES, scheme, 3)).toEqual([])
})

test("the arithmetic is WCAG's: black on white is 21, a colour on itself 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21)
  expect(contrast("#64204d", "#64204d")).toBe(1)
})
