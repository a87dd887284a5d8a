import fc from "fast-check"
import { expect, test } from "vitest"
import { matchingCategories, optionAfter, partsOf } from "./suggestion-options"

const category = (name: string) => ({ id: name, name, slug: name, description: "", image: null })

test("a name is marked wherever the search occurs, in its own spelling", () => {
  expect(partsOf("Honey & honeycomb", "HONEY")).toEqual([
    { text: "Honey", isMatch: true },
    { text: " & ", isMatch: false },
    { text: "honey", isMatch: true },
    { text: "comb", isMatch: false },
  ])
})

test("a name without the search, because the description has it, is not marked", () => {
  expect(partsOf("Heather Honey", "moor")).toEqual([{ text: "Heather Honey", isMatch: false }])
})

test("whatever is searched, the parts are the name, and each match is the search", () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from("aA1 .*+?()[]{}|/\\^$-é")) })
  fc.assert(
    fc.property(text, text, text, (before, search, after) => {
      const name = before + search + after
      const parts = partsOf(name, search)
      expect(parts.map((part) => part.text).join("")).toBe(name)
      const matches = parts.filter(({ isMatch }) => isMatch)
      expect(matches.length > 0).toBe(search !== "")
      for (const match of matches) expect(match.text.toLowerCase()).toBe(search.toLowerCase())
    }),
  )
})

test("categories match by a part of their name, three at most", () => {
  const names = ["Honey", "Natural Sugars", "Honeycomb", "Honey Gifts", "Honey Pots"]
  expect(matchingCategories(names.map(category), "hone").map(({ name }) => name)).toEqual([
    "Honey",
    "Honeycomb",
    "Honey Gifts",
  ])
})

test("the arrow keys go round: from the text through the options, and back to the text", () => {
  const walk = (step: 1 | -1) => {
    const reached: (number | null)[] = []
    for (let active = optionAfter(null, step, 3); active !== null; active = optionAfter(active, step, 3))
      reached.push(active)
    return reached
  }
  expect(walk(1)).toEqual([0, 1, 2])
  expect(walk(-1)).toEqual([2, 1, 0])
  expect(optionAfter(null, 1, 0)).toBeNull()
})
