import { expect, test } from "vitest"
import { unsafeParts } from "../catalogue/drawing-safety"
import { readCatalogue } from "../catalogue/read-catalogue"
import { isFood } from "../catalogue/schema"
import { picturesOf } from "../product-input"
import { drawLabel } from "./label"
import { OUTLINES } from "./outlines"

const foods = readCatalogue().products.filter(isFood)
/** The letters of a drawing, as they are read. */
const lettersOf = (svg: string) =>
  [...svg.matchAll(/href="#g(\d+)"/g)].map((match) => String.fromCodePoint(Number(match[1]))).join("")
const withoutSpaces = (text: string) => text.replaceAll("**", "").replaceAll(" ", "")

test.each(foods)(
  "the label of $slug says what its food information declares, in letters that exist",
  (food) => {
    const svg = drawLabel(food)
    expect(unsafeParts(svg)).toEqual([])
    const letters = lettersOf(svg)
    for (const text of [
      food.legalName,
      food.ingredients,
      food.storage,
      food.origin,
      food.weight,
      ...food.warnings,
    ])
      expect(letters).toContain(withoutSpaces(text))
    if (food.nutrition !== "exempt")
      expect(letters).toContain(`${food.nutrition.energyKj}kJ/${food.nutrition.energyKcal}kcal`)
    for (const allergen of food.mayContain) expect(letters).toContain(withoutSpaces(allergen))
    for (const letter of letters) expect(OUTLINES).toHaveProperty([letter])
    expect(Buffer.byteLength(svg)).toBeLessThan(40 * 1024)
  },
)

test("a food that declares something else has another label", () => {
  const [food] = foods
  if (!food) throw new Error("The catalogue has no food")
  expect(lettersOf(drawLabel({ ...food, mayContain: ["tree nuts"] }))).toContain("Maycontain:treenuts.")
  expect(drawLabel({ ...food, ingredients: "Sugar, **milk**." })).toContain(`stroke-width="5"`)
})

test("eight products have three pictures, each described", () => {
  const several = foods.map(picturesOf).filter(({ length }) => length > 1)
  expect(several).toHaveLength(8)
  for (const pictures of several) {
    expect(pictures).toHaveLength(3)
    expect(new Set(pictures.map(({ alt }) => alt)).size).toBe(3)
  }
})
