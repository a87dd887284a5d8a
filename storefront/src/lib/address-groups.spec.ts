import { expect, test } from "vitest"
import { addressGroups } from "./address-groups"

test("an address falls into groups of four, the last one with the rest", () => {
  expect(addressGroups("bc1qw508d6")).toEqual(["bc1q", "w508", "d6"])
  expect(addressGroups("")).toEqual([])
})
