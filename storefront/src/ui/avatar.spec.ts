import { expect, it } from "vitest"
import { initialsOf } from "./avatar"

it.each([
  ["Ada Lovelace", "AL"],
  ["  mary   jane watson ", "MJW"],
  ["Élodie", "É"],
  ["𝒜da", "𝒜"],
  ["", "U"],
  [null, "U"],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
