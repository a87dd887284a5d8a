import { expect, test } from "vitest"
import { connectionQuality } from "./prefetch"

test("a fast connection and an unknown one are good", () => {
  expect(connectionQuality({ saveData: false, effectiveType: "4g" })).toBe("good")
  expect(connectionQuality(undefined)).toBe("good")
})

test.each([
  { saveData: true, effectiveType: "4g" },
  { saveData: false, effectiveType: "3g" },
  { saveData: false, effectiveType: "slow-2g" },
  { saveData: false, effectiveType: "4g", type: "cellular" },
])("%o is a limited connection", (connection) => {
  expect(connectionQuality(connection)).toBe("limited")
})
