import { expect, test } from "vitest"
import { eagernessOf } from "./connection"

test("what is pointed at is fetched on a good line, and where the browser says nothing of its line", () => {
  expect(eagernessOf({ saveData: false, effectiveType: "4g" })).toBe("pointed at")
  expect(eagernessOf(undefined)).toBe("pointed at")
})

test.each([
  { saveData: true, effectiveType: "4g" },
  { saveData: false, effectiveType: "3g" },
  { saveData: false, effectiveType: "slow-2g" },
  { saveData: false, effectiveType: "4g", type: "cellular" },
])("only what is being pressed is fetched on %o", (connection) => {
  expect(eagernessOf(connection)).toBe("pressed")
})
