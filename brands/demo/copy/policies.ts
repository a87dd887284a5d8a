import type { PoliciesCopy } from "../../types"

export const policies: PoliciesCopy = {
  goods: {
    title: "Food, allergies and infants",
    text: "Ingredients, with allergens emphasised, are on each product's page and on the label; read both, as recipes can change. If you have an allergy, ask us before you order. Honey is not suitable for infants under 12 months.",
  },
  law: "England and Wales",
  otherGoods: "Things that are not food can come back unused and in their original packaging.",
  exceptions: {
    items: [
      "food that spoils or expires quickly;",
      "sealed food that is not fit to be returned for reasons of health or hygiene, once you have opened it.",
    ],
    summary: "So unopened jars and bags can come back; opened ones only if something is wrong with them.",
  },
}
