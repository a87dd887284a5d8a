import { expect, test } from "vitest"
import { CITY_NAMES } from "./city-names"
import { UK_CITIES } from "./uk-cities"

test("the 25 cities are in alphabetical order, and every one has its counties", () => {
  expect(CITY_NAMES).toHaveLength(25)
  expect([...CITY_NAMES]).toEqual(Object.keys(UK_CITIES).toSorted())
  for (const counties of Object.values(UK_CITIES)) expect(counties.length).toBeGreaterThan(0)
})
