import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { colourProblems, contrast } from "./colour-problems"

const BRANDS = new URL("../../brands/", import.meta.url)

/** Every folder with a colours.css: a brand of the merchant's own is checked like the demonstration's. */
const brands = readdirSync(BRANDS).flatMap((name) => {
  const file = new URL(`${name}/colours.css`, BRANDS)
  return existsSync(file) ? [{ name, css: readFileSync(file, "utf8") }] : []
})

test.each(brands)("the colours of $name have enough contrast, in light and dark", ({ css }) => {
  expect(colourProblems(css)).toEqual([])
})

describe("a brand's colours", () => {
  const css = brands.find(({ name }) => name === "template")?.css ?? ""

  test("a faint text and a faint edge are named with their scheme", () => {
    const faint = css
      .replace(/--ink-soft: .+;/, "--ink-soft: light-dark(#c0c0c0, #b3c4c1);")
      .replace(/--line-strong: .+;/, "--line-strong: light-dark(#6d8280, #202020);")
    const problems = colourProblems(faint).join("\n")
    expect(problems).toContain("--ink-soft on --paper, light: the contrast is 1.7")
    expect(problems).toContain("and must be 4.5")
    expect(problems).toContain("--line-strong on --paper, dark: the contrast is 1.")
    expect(problems).not.toContain("--ink on")
  })

  test("every missing colour is named, as is one in another notation", () => {
    const broken = css.replace(/--leaf: .+;/, "").replace(/--night-edge: .+;/, "--night-edge: navy;")
    expect(colourProblems(broken)).toEqual([
      "--leaf is missing, or not like #1a2b3c",
      "--night-edge is missing, or not like #1a2b3c",
    ])
  })
})

test("the arithmetic is WCAG's: black on white is 21, a colour on itself 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21)
  expect(contrast("#64204d", "#64204d")).toBe(1)
})
