import { OUTLINES } from "./outlines"
import type { FoodProduct } from "../catalogue/schema"

const [INK, PAPER, GROUND, FRAME] = ["#3b1438", "#fdf8ec", "#e9d3b0", "#8a3a5e"]
/** In units of the drawing, which is 800 wide and high. */
const [LEFT, RIGHT] = [120, 680]
const WIDEST = RIGHT - LEFT

type Nutrition = Exclude<FoodProduct["nutrition"], "exempt">

interface Word {
  text: string
  isBold: boolean
}

/** The back of a product's label, as SVG: what its food information declares, in outlines. */
export function drawLabel(product: FoodProduct): string {
  const { name, legalName, ingredients, nutrition, mayContain, storage, warnings, origin, weight } = product
  const parts: string[] = []
  let y = 88
  const write = (words: readonly Word[], size: number, after: number) => {
    for (const line of linesOf(words, size)) {
      y += size * 1.28
      parts.push(drawLine(line, LEFT, y, size))
    }
    y += after
  }
  write(wordsOf(legalName, true), 34, 14)
  write([...wordsOf("Ingredients:", true), ...wordsOf(ingredients)], 23, 14)
  if (mayContain.length > 0) write(wordsOf(`May contain: **${mayContain.join(", ")}**.`), 23, 14)
  if (nutrition !== "exempt") {
    write(wordsOf(`Nutrition per ${nutrition.per}`, true), 23, 4)
    for (const [label, value] of rowsOf(nutrition)) {
      parts.push(
        `<path stroke="${INK}" stroke-width="1" opacity=".35" d="M${LEFT} ${round(y + 6)}H${RIGHT}"/>`,
      )
      y += 27
      const words = wordsOf(value)
      parts.push(drawLine(wordsOf(label), LEFT, y, 21), drawLine(words, RIGHT - widthOf(words, 21), y, 21))
    }
    y += 16
  }
  write(wordsOf(storage), 21, 8)
  if (warnings.length > 0) write(wordsOf(warnings.join(" "), true), 21, 8)
  write(wordsOf(origin), 21, 0)
  const bottom = Math.max(712, y + 106)
  parts.push(drawLine(wordsOf(weight, true), LEFT, bottom - 46, 40))
  const used = new Set([...[name, ...parts].join("").matchAll(/#g(\d+)/g)].map((match) => Number(match[1])))
  const outlines = [...used].map(
    (code) => `<path id="g${code}" d="${outlineOf(String.fromCodePoint(code))[1]}"/>`,
  )
  // A label longer than the drawing is drawn smaller.
  const scale = Math.min(1, 712 / bottom)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 800 800" aria-labelledby="label">`,
    `<title id="label">${escaped(name)}: the back of its label</title><defs>${outlines.join("")}</defs>`,
    `<path fill="${GROUND}" d="M0 0h800v800H0z"/>`,
    `<g transform="translate(${round(400 - 400 * scale)} ${round(42 * scale)})scale(${round(scale * 1000) / 1000})">`,
    `<rect x="72" y="52" width="656" height="${round(bottom - 30)}" rx="26" fill="${INK}" opacity=".14"/>`,
    `<rect x="72" y="40" width="656" height="${round(bottom - 30)}" rx="26" fill="${PAPER}"/>`,
    `<rect x="88" y="56" width="624" height="${round(bottom - 62)}" rx="16" fill="none" stroke="${FRAME}" stroke-width="3"/>`,
    `<g fill="${INK}" stroke="${INK}" stroke-width="0">${parts.join("")}</g></g></svg>`,
  ].join("")
}

const rowsOf = (of: Nutrition): [label: string, value: string][] => [
  ["Energy", `${of.energyKj} kJ / ${of.energyKcal} kcal`],
  ["Fat", `${of.fat} g`],
  ["of which saturates", `${of.saturates} g`],
  ["Carbohydrate", `${of.carbohydrate} g`],
  ["of which sugars", `${of.sugars} g`],
  ["Protein", `${of.protein} g`],
  ["Salt", `${of.salt} g`],
]

/** Allergens are between `**`, and bold. */
const wordsOf = (text: string, isBold = false): Word[] =>
  text
    .split("**")
    .flatMap((part, index) =>
      part.split(/(?<= )/).map((word) => ({ text: word, isBold: isBold || index % 2 === 1 })),
    )
    .filter(({ text }) => text !== "")
    .map((word, index, all) => (index === all.length - 1 ? { ...word, text: `${word.text} ` } : word))

function linesOf(words: readonly Word[], size: number): Word[][] {
  const lines: Word[][] = [[]]
  for (const word of words) {
    const line = lines.at(-1) ?? []
    if (line.length > 0 && widthOf([...line, word], size) > WIDEST) lines.push([word])
    else line.push(word)
  }
  return lines
}

const outlineOf = (letter: string) =>
  OUTLINES[letter] ?? OUTLINES[letter.normalize("NFD").charAt(0)] ?? ([30, ""] as const)

function widthOf(words: readonly Word[], size: number): number {
  const text = words.map((word) => word.text).join("")
  return Array.from(text.trimEnd()).reduce((sum, letter) => sum + outlineOf(letter)[0], 0) * (size / 100)
}

function drawLine(words: readonly Word[], x: number, y: number, size: number): string {
  let at = 0
  const letters = words.flatMap(({ text, isBold }) =>
    Array.from(text).map((letter) => {
      const [width, path] = outlineOf(letter)
      const bold = isBold ? ` stroke-width="5"` : ""
      const use = path === "" ? "" : `<use href="#g${letter.codePointAt(0)}" x="${at}"${bold}/>`
      at += width
      return use
    }),
  )
  return `<g transform="translate(${round(x)} ${round(y)})scale(${size / 100})">${letters.join("")}</g>`
}

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
