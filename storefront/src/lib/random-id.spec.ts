import { expect, test } from "vitest"
import { randomAlphanumerics } from "./random-id"

test("ids have the requested length and contain letters and digits only", () => {
  for (let length = 1; length < 40; length++)
    expect(randomAlphanumerics(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`))
})

test("a thousand ids are a thousand different ids", () => {
  expect(new Set(Array.from({ length: 1000 }, () => randomAlphanumerics(24))).size).toBe(1000)
})

test("every letter and digit occurs equally often", () => {
  const counts = new Map<string, number>()
  for (const letter of randomAlphanumerics(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  expect(Math.max(...counts.values()) / Math.min(...counts.values())).toBeLessThan(1.5)
})
