import { expect, test } from "vitest"
import { connectionQuality } from "./prefetch"

test("what is pointed at is fetched on a good line, and where the browser says nothing of its line", () => {
  expect(connectionQuality({ saveData: false, effectiveType: "4g" })).toBe("hover")
  expect(connectionQuality(undefined)).toBe("hover")
})

test.each([
  { saveData: true, effectiveType: "4g" },
  { saveData: false, effectiveType: "3g" },
  { saveData: false, effectiveType: "slow-2g" },
  { saveData: false, effectiveType: "4g", type: "cellular" },
])("only what is being pressed is fetched on %o", (connection) => {
  expect(connectionQuality(connection)).toBe("press")
})
