import { expect, it } from "vitest"
import { pounds } from "./print-page"

it.each([
  [0, "£0.00"],
  [5, "£0.05"],
  [129_500, "£1,295.00"],
  [-1295, "−£12.95"],
])("prints %i pence as %s", (pence, words) => {
  expect(pounds(pence)).toBe(words)
})
