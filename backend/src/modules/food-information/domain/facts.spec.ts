import type { NetQuantity } from "@shop/contracts"
import { describe, expect, it } from "vitest"
import { allergenWords } from "@shop/contracts/staff"
import { foodFactsSchema, type FoodFacts } from "./facts"
import { missingFacts } from "./missing-facts"

const TABLE = {
  per: "100 g",
  energyKj: 1368,
  energyKcal: 322,
  fat: 0,
  saturates: 0,
  carbohydrate: 80,
  sugars: 79,
  protein: 0.5,
  salt: 0.01,
} as const
const FUDGE: FoodFacts = {
  legalName: "Fudge",
  ingredients: "Sugar, butter (**milk**), glucose syrup (**wheat**), cocoa butter.",
  allergens: ["cereals containing gluten", "milk"],
  mayContain: ["tree nuts"],
  nutrition: TABLE,
  isNutritionExempt: false,
  storage: "Keep dry.",
  origin: null,
  instructions: null,
  shelfLifeMonths: 6,
  operatorName: null,
  operatorAddress: null,
  warnings: [],
  certification: null,
}
const VARIANT: { id: string; weight: string; netQuantity: NetQuantity | null } = {
  id: "variant_1",
  weight: "250 g",
  netQuantity: { value: 250, unit: "g" },
}

/** What the schema refuses, as `field: sentence`. */
const refusals = (over: object) =>
  foodFactsSchema
    .safeParse({ ...FUDGE, ...over })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? []
const missing = (over: Partial<FoodFacts>, variants = [VARIANT]) =>
  missingFacts({ ...FUDGE, ...over }, variants).map(({ field }) => field)

describe("what is said of a food", () => {
  it("is taken when ingredients and allergens agree, and blank texts are not said", () => {
    expect(foodFactsSchema.parse({ ...FUDGE, origin: "  " })).toEqual(FUDGE)
  })

  it("needs a nutrition table, or is declared exempt of it, but not both", () => {
    expect(missing({ nutrition: null })).toEqual(["nutrition"])
    expect(missing({ nutrition: null, isNutritionExempt: true })).toEqual([])
    expect(refusals({ isNutritionExempt: true })).toEqual([
      "nutrition: Give the nutrition table, or say that the food is exempt.",
    ])
  })

  it("is refused while an allergen's word stands unmarked", () => {
    expect(refusals({ ingredients: "Sugar, milk powder, **wheat** starch." })).toEqual([
      "ingredients: Mark milk as an allergen, like **milk**.",
    ])
    // By the word that stands there.
    expect(refusals({ ingredients: "Sugar, **milk**, Wheat flour." })).toEqual([
      "ingredients: Mark Wheat as an allergen, like **Wheat**.",
    ])
  })

  it("names every unmarked word of an allergen at once, and none twice", () => {
    const ingredients = "Wheat flour, rye, barley, **milk**, cream, rye flakes, coconut milk."
    expect(refusals({ ingredients })).toEqual([
      "ingredients: Mark Wheat, rye, barley, cream as an allergen, like **Wheat**.",
    ])
  })

  it("is refused when a marked allergen is not ticked, or said to be none", () => {
    expect(refusals({ allergens: ["milk"] })).toEqual([
      "allergens: The ingredients name cereals containing gluten: tick it here as well.",
    ])
    expect(refusals({ ingredients: "Sugar, **lecithin**.", allergens: [] })).toEqual([
      "allergens: “lecithin” is marked as an allergen: tick which one it is.",
    ])
  })

  it("is refused when an allergen is ticked and none marked, or a star is left over", () => {
    expect(refusals({ ingredients: "Sugar.", allergens: ["soya"] })).toEqual([
      "ingredients: Mark the words for soya between two stars on each side, like **milk**.",
    ])
    expect(refusals({ ingredients: "Sugar, *milk*." })).toEqual([
      "ingredients: An allergen stands between two stars on each side, like **milk**.",
    ])
  })

  it("is refused with a nutrition table that cannot be", () => {
    expect(refusals({ nutrition: { ...TABLE, sugars: 81 } })).toEqual([
      "nutrition.sugars: Sugars are part of the carbohydrate: there cannot be more.",
    ])
    expect(refusals({ nutrition: { ...TABLE, saturates: 1 } })).toEqual([
      "nutrition.saturates: Saturates are part of the fat: there cannot be more.",
    ])
    expect(refusals({ nutrition: { ...TABLE, energyKcal: 1000 } })).toEqual([
      "nutrition.energyKcal: 1368 kJ are about 327 kcal.",
    ])
    expect(refusals({ nutrition: { ...TABLE, fat: 30 } })).toEqual([
      "nutrition.carbohydrate: Fat, carbohydrate, protein and salt are more than 100 g together.",
    ])
    expect(refusals({ nutrition: { ...TABLE, salt: -1 } })).toEqual([
      "nutrition.salt: It cannot be less than 0.",
    ])
  })

  it("is refused with half an operator", () => {
    expect(refusals({ operatorName: "Bee Ltd" })).toEqual([
      "operatorAddress: Give the operator's name and address, or neither where it is this shop.",
    ])
  })
})

describe("what is missing before a food is sold", () => {
  it("is nothing once all is said", () => {
    expect(missing({})).toEqual([])
    expect(missing({ allergens: [], ingredients: "Sugar." })).toEqual([])
  })

  it("is each thing that the law asks for", () => {
    const nothing = { legalName: null, ingredients: null, allergens: null, nutrition: null, storage: null }
    expect(missing(nothing)).toEqual(["legalName", "ingredients", "allergens", "nutrition", "storage"])
  })

  it("is the net quantity of the size that does not say it", () => {
    expect(missing({}, [VARIANT, { ...VARIANT, id: "variant_2", netQuantity: null }])).toEqual([
      "variants.variant_2.netQuantity",
    ])
  })

  it("is honey's origin, and the warning for infants wherever honey is", () => {
    expect(missing({ legalName: "Heather honey", ingredients: "Honey.", allergens: [] })).toEqual([
      "origin",
      "warnings",
    ])
    expect(missing({ ingredients: "Sugar, honey.", allergens: [], warnings: ["Contains honey."] })).toEqual([
      "warnings",
    ])
    const warned = { warnings: ["Not suitable for infants under 12 months."], origin: "Scotland" }
    expect(missing({ legalName: "Honey", ingredients: "Honey.", allergens: [], ...warned })).toEqual([])
  })
})

it("knows an allergen by its usual words, and what only sounds like one", () => {
  expect(allergenWords("Whey powder, semolina, tahini")).toEqual([
    "cereals containing gluten",
    "milk",
    "sesame",
  ])
  expect(allergenWords("cocoa butter, coconut milk, buckwheat, nutmeg, butternut squash")).toEqual([])
})
