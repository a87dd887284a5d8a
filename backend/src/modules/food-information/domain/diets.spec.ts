import { readFileSync, readdirSync } from "node:fs"
import { ALLERGENS, DIETS, type Allergen } from "@shop/contracts"
import { array, assert, constantFrom, property, record, subarray } from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "@medusajs/framework/zod"
import { dietReasons, dietsOf } from "./diets"
import type { FoodFacts } from "./facts"
import { NOTHING_SAID } from "./rows"

const food = (ingredients: string | null, over: Partial<FoodFacts> = {}): FoodFacts => ({
  ...NOTHING_SAID,
  ingredients,
  allergens: [],
  ...over,
})
const diets = (ingredients: string, over?: Partial<FoodFacts>) => dietsOf(food(ingredients, over)).join(" ")

const ALL = "vegan vegetarian no-gelatine no-milk no-nuts no-sulphites"

describe("the diets of a food", () => {
  it.each([
    [
      "Sugar, tapioca syrup, elderberry juice from concentrate (14 %), gelling agent: fruit pectin, acid: citric acid, sunflower oil, glazing agent: carnauba wax.",
      ALL,
    ],
    ["Cocoa butter, coconut milk, cream of tartar.".replace("cream of tartar", "sugar"), ALL],
    ["Honey.", "vegetarian no-gelatine no-milk no-nuts no-sulphites"],
    ["Sugar, glazing agent: beeswax.", "vegetarian no-gelatine no-milk no-nuts no-sulphites"],
    ["Sugar, beef gelatine.", "no-milk no-nuts no-sulphites"],
    ["Sugar, colour: carmine.", "no-gelatine no-milk no-nuts no-sulphites"],
    ["Sugar, glazing agent: wax.", "no-milk no-nuts no-sulphites"],
    ["Sugar, natural flavouring.", "no-milk no-nuts no-sulphites"],
    ["Sugar, emulsifier: E471.", "no-milk no-nuts no-sulphites"],
    ["Ale (clarified).", "no-milk no-nuts no-sulphites"],
  ])("follow from every single ingredient: %s", (ingredients, expected) => {
    expect(diets(ingredients)).toBe(expected)
  })

  it("leave out what contains or may contain an allergen", () => {
    expect(diets("Sugar, **milk**.", { allergens: ["milk"] })).toBe(
      "vegetarian no-gelatine no-nuts no-sulphites",
    )
    expect(diets("Sugar.", { mayContain: ["eggs", "peanuts"] })).toBe(
      "vegetarian no-gelatine no-milk no-sulphites",
    )
    expect(diets("Sugar, almonds.")).toBe("vegan vegetarian no-gelatine no-milk no-sulphites")
  })

  it("are none while ingredients or allergens are missing", () => {
    expect(dietsOf(NOTHING_SAID)).toEqual([])
    expect(dietsOf(food(null))).toEqual([])
    expect(dietsOf(food("Sugar.", { allergens: null }))).toEqual([])
  })

  it("come with the reason against each, for staff", () => {
    expect(dietReasons(food("Honey, mystery powder.", { mayContain: ["tree nuts"] }))).toEqual({
      vegan: "Contains honey",
      vegetarian: "The shop does not know whether “mystery” comes from an animal",
      "no-gelatine": "The shop does not know whether “mystery” comes from an animal",
      "no-milk": null,
      "no-nuts": "May contain tree nuts",
      "no-sulphites": null,
    })
  })
})

const SAFE = ["sugar", "citric acid", "fruit pectin", "water", "lemon juice from concentrate (12 %)"]
const ANIMAL = [
  "honey",
  "beef gelatine",
  "beeswax",
  "colour: carmine",
  "whey powder",
  "glycerine",
  "fish oil",
  "shellac",
]

it("never offers a food as vegan with anything but plants in it, in 10,000 random foods", () => {
  const facts = record({
    safe: array(constantFrom(...SAFE), { maxLength: 6 }),
    animal: array(constantFrom(...ANIMAL), { maxLength: 2 }),
    contains: subarray<Allergen>([...ALLERGENS], { maxLength: 2 }),
    mayContain: subarray<Allergen>([...ALLERGENS], { maxLength: 2 }),
    missing: constantFrom(null, null, null, "ingredients", "allergens"),
  })
  assert(
    property(facts, ({ safe, animal, contains, mayContain, missing }) => {
      const one = food([...safe, ...animal, ...safe].join(", "), { allergens: contains, mayContain })
      const found = dietsOf(missing === null ? one : { ...one, [missing]: null })
      if (missing !== null || safe.length + animal.length === 0)
        expect(missing === null ? [] : found).toEqual([])
      if (animal.length > 0) expect(found).not.toContain("vegan")
      if (animal.includes("beef gelatine")) expect(found).not.toContain("no-gelatine")
      const all = [...contains, ...mayContain]
      if (all.includes("milk")) expect(found).not.toContain("no-milk")
      if (all.includes("peanuts") || all.includes("tree nuts")) expect(found).not.toContain("no-nuts")
      if (found.includes("vegan")) expect(found).toContain("vegetarian")
      if (found.includes("vegetarian")) expect(found).toContain("no-gelatine")
    }),
    { numRuns: 10_000 },
  )
})

it("knows every ingredient of the demonstration's goods", () => {
  const folder = `${__dirname}/../../../../../brands/demo/seed/products`
  const unknown = readdirSync(folder)
    .flatMap((file) =>
      z
        .array(z.object({ ingredients: z.string() }))
        .parse(JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))),
    )
    .flatMap(({ ingredients }) => DIETS.map((diet) => dietReasons(food(ingredients))[diet] ?? ""))
    .filter((reason) => reason.startsWith("The shop does not know"))
  expect(unknown).toEqual([])
})
