import { expect, test } from "vitest"
import { escapeJson } from "./entry-server"

test("no text can end its script element, and parsing restores all of it", () => {
  const value = { name: "</script><script>alert(1)</script><!--", line: "a\u2028b\u2029c" }
  const text = escapeJson(value)
  expect(text).not.toContain("<")
  expect(text).not.toMatch(/[\u2028\u2029]/)
  expect(JSON.parse(text)).toEqual(value)
})
