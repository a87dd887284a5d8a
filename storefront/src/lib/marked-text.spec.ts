import { expect, test } from "vitest"
import { markedPieces } from "./marked-text"

test("what stands between two stars on each side is marked, the rest is as it was", () => {
  expect(markedPieces("Sugar, butter (**milk**), **wheat** starch.")).toEqual([
    { text: "Sugar, butter (", isMarked: false },
    { text: "milk", isMarked: true },
    { text: "), ", isMarked: false },
    { text: "wheat", isMarked: true },
    { text: " starch.", isMarked: false },
  ])
  expect(markedPieces("Honey.")).toEqual([{ text: "Honey.", isMarked: false }])
})
