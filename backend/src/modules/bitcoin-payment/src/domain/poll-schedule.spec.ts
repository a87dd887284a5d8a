import { describe, expect, it } from "vitest"
import { nextPollAt, type ScheduledInvoice } from "./poll-schedule"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const OPENED = Date.UTC(2026, 0, 1)

const invoice = (parts: Partial<ScheduledInvoice> = {}): ScheduledInvoice => ({
  state: "awaiting_payment",
  createdAt: OPENED,
  expiresAt: OPENED + HOUR,
  deadline: OPENED + HOUR,
  heldUntil: OPENED + HOUR + 30 * MINUTE,
  closed: null,
  confirmations: 0,
  ...parts,
})
/** How long after `age` it is polled again, in milliseconds. */
const pause = (of: ScheduledInvoice, age: number, sees: "everything" | "addresses" = "addresses") =>
  nextPollAt(of, OPENED + age, sees) - (OPENED + age)

describe("a source that is asked by address", () => {
  it.each([
    [MINUTE, 0],
    [5 * MINUTE, 10 * SECOND],
    [45 * MINUTE, 40 * SECOND],
  ])("is asked about an unpaid invoice %i ms old after %i ms", (age, expected) => {
    expect(pause(invoice(), age)).toBe(expected)
  })

  it.each([
    [2 * HOUR, 10 * MINUTE],
    [3 * DAY, HOUR],
    [60 * DAY, DAY],
  ])("is asked about one that expired %i ms ago after %i ms", (age, expected) => {
    expect(pause(invoice({ state: "expired" }), HOUR + age)).toBe(expected)
  })

  it("is asked about one that expired as about an unpaid one while its order keeps its stock, and right after that", () => {
    expect(pause(invoice({ state: "expired" }), HOUR + 9 * SECOND)).toBe(40 * SECOND)
    const short = { expiresAt: OPENED + MINUTE, deadline: OPENED + MINUTE, heldUntil: OPENED + 4 * MINUTE }
    expect(pause(invoice({ state: "expired", ...short }), MINUTE + 9 * SECOND)).toBe(0)
    expect(pause(invoice({ state: "expired" }), 90 * MINUTE - 5 * SECOND)).toBe(5 * SECOND + 1)
    expect(pause(invoice({ state: "expired", closed: "cancelled" }), HOUR + 9 * SECOND)).toBe(10 * MINUTE)
  })

  it("is asked right after the deadline, so that the order is not kept longer than promised", () => {
    expect(pause(invoice(), HOUR - 5 * SECOND)).toBe(5 * SECOND + 1)
    expect(pause(invoice({ state: "underpaid", deadline: OPENED + HOUR + 3 * SECOND }), HOUR)).toBe(
      3 * SECOND + 1,
    )
  })
})

describe("a source that reports new money", () => {
  it("is not asked about an unpaid invoice before its deadline, however many there are", () => {
    expect(pause(invoice(), MINUTE, "everything")).toBe(HOUR - MINUTE + 1)
  })

  it("is asked with every poll about a payment that waits, and about settled ones only with a block", () => {
    expect(pause(invoice({ state: "seen" }), MINUTE, "everything")).toBe(0)
    expect(pause(invoice({ state: "confirmed", confirmations: 3 }), MINUTE, "everything")).toBe(30 * DAY)
  })
})
