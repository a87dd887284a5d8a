import { expect, test } from "vitest"
import { markedParts } from "./food-information"

test("text between double stars is marked, the rest is unchanged", () => {
  expect(markedParts("Sugar, butter (**milk**), **wheat** starch.")).toEqual([
    { text: "Sugar, butter (", isMarked: false },
    { text: "milk", isMarked: true },
    { text: "), ", isMarked: false },
    { text: "wheat", isMarked: true },
    { text: " starch.", isMarked: false },
  ])
  expect(markedParts("Honey.")).toEqual([{ text: "Honey.", isMarked: false }])
})
