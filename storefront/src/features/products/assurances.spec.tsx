import type { Food } from "@shop/contracts"
import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { Assurances } from "./assurances"

const FOOD: Food = {
  legalName: null,
  ingredients: null,
  allergens: [],
  mayContain: [],
  nutrition: null,
  storage: null,
  origin: "Made in England with Scottish raspberries",
  instructions: null,
  shelfLifeMonths: null,
  operator: null,
  warnings: [],
  certification: null,
}
const html = (food: Food | null) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Assurances food={food} />
    </MemoryRouter>,
  )

test("what the label calls made in England is made and packed in London", () => {
  expect(html(FOOD)).toContain("Made and packed in London since 2020")
})

test.each([
  ["honey", { ...FOOD, origin: "Country of origin: England, United Kingdom" }],
  ["sugar from abroad", { ...FOOD, origin: "Produce of Mauritius, packed in England" }],
  ["a product of another business", { ...FOOD, operator: { name: "Other", address: "Leeds" } }],
  ["a label without an origin", { ...FOOD, origin: null }],
  ["a product without a label", null],
])("the shop does not claim to make %s", (_, food) => {
  expect(html(food)).not.toMatch(/made/i)
  expect(html(food)).toContain("Packed in London since 2020")
})

test("the guarantee leads to the returns policy", () => {
  expect(html(FOOD)).toContain('href="/policies/returns"')
})
