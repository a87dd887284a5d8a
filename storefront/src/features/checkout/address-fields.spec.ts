import { expect, test } from "vitest"
import { CITY_NAMES } from "./address-fields"

test("the 25 cities are in alphabetical order", () => {
  expect(CITY_NAMES).toHaveLength(25)
  expect(CITY_NAMES[0]).toBe("Aberdeen")
  expect(CITY_NAMES).toContain("Newcastle upon Tyne")
  expect([...CITY_NAMES]).toEqual(CITY_NAMES.toSorted())
})
