import { expect, it } from "vitest"
import { nextPollAt } from "./poll-schedule"

const NOW = 1_800_000_000_000
const paid = { state: "paid", payableUntil: NOW, feePence: null, dispute: null } as const
const secondsAfter = (paidFor: number | null, feePence: number | null) =>
  ((nextPollAt({ ...paid, feePence }, false, paidFor, NOW) ?? Infinity) - NOW) / 1000

it("reads a payment soon again until the processor tells its fee, ever more seldom and for an hour", () => {
  expect(secondsAfter(null, null)).toBe(10)
  expect(secondsAfter(1_000, null)).toBe(10)
  expect(secondsAfter(40_000, null)).toBe(40)
  expect(secondsAfter(3_600_000, null)).toBe(3_600)
})

it("reads a payment with its fee once an hour after the capture, and daily from the second day on", () => {
  expect(secondsAfter(null, 39)).toBe(60)
  expect(secondsAfter(1_000, 39)).toBe(3_600)
  expect(secondsAfter(86_400_000, 39)).toBe(86_400)
  expect(secondsAfter(181 * 86_400_000, 39)).toBe(Infinity)
})

it("reads a payment until the bank has decided its dispute", () => {
  const disputed = { ...paid, feePence: 39, dispute: "open" } as const
  expect(nextPollAt(disputed, false, 181 * 86_400_000, NOW)).toBe(NOW + 86_400_000)
})
