import { DIETS } from "@shop/contracts"
import { productFactsSchema } from "@shop/contracts/staff"
import { expect, it } from "vitest"
import { bodyOf, draftOf } from "./draft"

const jam = productFactsSchema.parse({
  id: "jam",
  title: "Jam",
  isFood: true,
  status: "draft",
  badge: null,
  isFeatured: false,
  vat: "zero",
  facts: {
    ...{
      legalName: "Jam",
      ingredients: "Strawberries.",
      storage: "Keep dry.",
      origin: null,
      instructions: null,
    },
    ...{ allergens: [], mayContain: [], warnings: [], shelfLifeMonths: 12, certification: null },
    ...{ isNutritionExempt: true, nutrition: null, operatorName: null, operatorAddress: null },
  },
  variants: [
    {
      ...{
        id: "jar",
        sku: null,
        weight: "A jar",
        price: "4.00",
        unitPrice: null,
        stock: 3,
        isStockShared: false,
      },
      ...{ stated: { value: 340, unit: "g" }, netQuantity: { value: 340, unit: "g" } },
    },
  ],
  missing: [],
  advised: [],
  diets: Object.fromEntries(DIETS.map((diet) => [diet, null])),
})

it("a product that is switched to “not food” keeps what was declared, whatever was typed into the hidden fields", () => {
  const draft = draftOf(jam)
  const typed = {
    ...draft,
    texts: { ...draft.texts, ingredients: "Half a sent", shelfLifeMonths: "twelve" },
    variants: draft.variants.map((variant) => ({ ...variant, value: "many" })),
  }
  const sent = bodyOf(jam, { ...typed, isFood: false }, false)
  expect(sent.facts).toEqual(jam.facts)
  expect(sent.variants).toEqual([{ id: "jar", weight: "A jar", netQuantity: { value: 340, unit: "g" } }])
  expect(bodyOf(jam, typed, false).facts).toMatchObject({
    ingredients: "Half a sent",
    shelfLifeMonths: Number.NaN,
  })
})
