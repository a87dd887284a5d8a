import { shadesOf } from "@shop/contracts/brand-colours"

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as WCAG 2.2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
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

/** Colours that belong to no pair: lines that only decorate. */
const WITHOUT_A_PAIR = ["line", "night-edge"]

/** WCAG 2.2 asks for 4.5 between a text and its ground, and 3 for a control. @returns sentences for the merchant */
export function colourProblems(css: string): string[] {
  const tokens = [...TEXT, ...EDGES].flatMap(({ ink, ground }) => [ink, ground])
  const missing = [...new Set([...tokens, ...WITHOUT_A_PAIR])].filter((token) => !isNamed(css, token))
  if (missing.length > 0) return missing.map((token) => `--${token} is missing, or not like #1a2b3c`)
  return [...tooFaint(css, TEXT, 4.5), ...tooFaint(css, EDGES, 3)]
}

function isNamed(css: string, token: string): boolean {
  try {
    shadesOf(css, token)
    return true
  } catch {
    return false
  }
}

function tooFaint(css: string, pairs: typeof TEXT, least: number): string[] {
  return (["light", "dark"] as const).flatMap((scheme) =>
    pairs.flatMap(({ ink, ground }) => {
      const ratio = contrast(shadesOf(css, ink)[scheme], shadesOf(css, ground)[scheme])
      if (ratio >= least) return []
      return [`--${ink} on --${ground}, ${scheme}: the contrast is ${ratio.toFixed(2)} and must be ${least}`]
    }),
  )
}
