import { describe, expect, it } from "vitest"
import { t } from "../i18n/testing"
import { problemIn, synonymsOf } from "./synonyms"

describe("the synonyms of the search", () => {
  it("are a text in the store's metadata", () => {
    expect(synonymsOf({ id: "store", metadata: { search_synonyms: "a = b", other: 1 } })).toBe("a = b")
    for (const metadata of [undefined, null, {}, { search_synonyms: 7 }])
      expect(synonymsOf({ id: "store", metadata: metadata ?? null })).toBe("")
  })

  it.each(["", "lollies, sweets = gummies", "\n\nwine gums = gummies\n  \nset honey=heather honey"])(
    "can be saved: %j",
    (written) => {
      expect(problemIn(written, t)).toBeUndefined()
    },
  )

  it.each([
    "no sign",
    "= nothing",
    "nothing =",
    ", = gummies",
    "a = b = c",
    `${"x".repeat(61)} = a`,
    `a = ${"x".repeat(61)}`,
  ])("name the first line that cannot be read: %j", (line) => {
    expect(problemIn(`treacle = molasses\n${line}\n?`, t)).toContain("Line 2 ")
  })

  it("are limited in number", () => {
    expect(problemIn("a = b\n".repeat(501), t)).toContain("500")
  })
})
