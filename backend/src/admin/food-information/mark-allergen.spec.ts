import { expect, it } from "vitest"
import { markAllergen } from "./mark-allergen"

it.each([
  ["Sugar, butter (milk), salt.", "Sugar, butter (**milk**), salt."],
  ["Milk, sugar, milk powder.", "**Milk**, sugar, milk powder."],
  ["Sugar, butter (**milk**).", "Sugar, butter (**milk**)."],
  ["Sugar, **skimmed milk** powder.", "Sugar, **skimmed milk** powder."],
  ["Buttermilk, sugar.", "**Buttermilk**, sugar."],
  ["Cocoa butter, butter.", "Cocoa butter, **butter**."],
  ["Coconut milk, sugar, milk powder.", "Coconut milk, sugar, **milk** powder."],
  ["Coconut milk, sugar.", "Coconut milk, sugar."],
  ["**Coconut milk**, whey.", "**Coconut milk**, **whey**."],
  ["Sugar, **whey**, milk.", "Sugar, **whey**, milk."],
  ["Sugar, salt.", "Sugar, salt."],
])("%j becomes %j when milk is ticked", (before, after) => {
  expect(markAllergen(before, "milk")).toBe(after)
})

it("marks a cereal by the word that stands there", () => {
  const marked = "**Wheat** flour, rye."
  expect(markAllergen("Wheat flour, rye.", "cereals containing gluten")).toBe(marked)
  expect(markAllergen(marked, "cereals containing gluten")).toBe(marked)
})

it("takes the singular and the plural for the same", () => {
  expect(markAllergen("Sugar, egg white.", "eggs")).toBe("Sugar, **egg** white.")
})
