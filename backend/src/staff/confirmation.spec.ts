import { expect, it } from "vitest"
import { CONFIRMATION_MS, confirmationOf, isConfirmed } from "./confirmation"

const NOW = Date.parse("2026-11-26T09:30:00Z")
const UNTIL = NOW + CONFIRMATION_MS
const value = confirmationOf("authid_1", UNTIL, "the shop's key")

it("counts for its member of staff until it expires", () => {
  expect(isConfirmed(value, "authid_1", NOW, "the shop's key")).toBe(true)
  expect(isConfirmed(value, "authid_1", UNTIL, "the shop's key")).toBe(false)
})

it.each([
  ["another member of staff", value, "authid_2", "the shop's key"],
  ["another key", value, "authid_1", "a stranger's key"],
  ["a later end", value.replace(/^\d+/, String(UNTIL + 1)), "authid_1", "the shop's key"],
  ["no end", "NaN.mac", "authid_1", "the shop's key"],
  ["nothing", "", "authid_1", "the shop's key"],
])("is refused with %s", (_what, given, identity, key) => {
  expect(isConfirmed(given, identity, NOW, key)).toBe(false)
})
