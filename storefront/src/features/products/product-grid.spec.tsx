import { expect, test } from "vitest"
import { cardText } from "./product-grid"

test.each([
  [
    "Wild hips from Shropshire hedges. They are gathered after the first frost.",
    "Wild hips from Shropshire hedges.",
  ],
  ["Soft!", "Soft!"],
  ["From St. Ives and Mt. Edgcumbe. In a jar.", "From St. Ives and Mt. Edgcumbe."],
  ["By Mrs. Hall and J. Rowe. Since 2020.", "By Mrs. Hall and J. Rowe."],
  ["About approx. 40 pieces, e.g. for two. Chewy.", "About approx. 40 pieces, e.g. for two."],
  ["Good in tea. Better in cake.", "Good in tea."],
  ["Picked at St. Ives", "Picked at St. Ives"],
  ["Honey of 2.5 kg, for bakers. In a tub.", "Honey of 2.5 kg, for bakers."],
  ["A jar without a full stop", "A jar without a full stop"],
  ["", ""],
])("a card shows the first sentence as a whole: %s", (description, shown) => {
  expect(cardText(description)).toBe(shown)
})

test("a first sentence that is too long for two lines is cut after a whole word, without its comma", () => {
  const long = "Golden and runny, floral at first, warm and almost, buttery after it. More."
  expect(cardText(long)).toBe("Golden and runny, floral at first, warm and almost…")
})
