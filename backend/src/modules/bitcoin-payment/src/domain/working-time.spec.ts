import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addWorkingTime } from "./working-time"

const HOUR = 3_600_000
const LONDON = { timeZone: "Europe/London", holidays: ["2026-12-25", "2026-12-28"] }
const after36 = (from: string) => new Date(addWorkingTime(Date.parse(from), 36 * HOUR, LONDON)).toISOString()

describe("36 hours of working days", () => {
  it.each([
    ["in the week", "2026-11-24T15:00:00.000Z", "2026-11-26T03:00:00.000Z"],
    ["over a weekend", "2026-11-27T20:00:00.000Z", "2026-12-01T08:00:00.000Z"],
    ["from a Saturday", "2026-11-28T09:00:00.000Z", "2026-12-01T12:00:00.000Z"],
    ["over Christmas", "2026-12-24T18:30:00.250Z", "2026-12-30T06:30:00.250Z"],
    ["in summer, by London's clock", "2026-07-11T12:00:00.000Z", "2026-07-14T11:00:00.000Z"],
    ["over the end of summer time", "2026-10-23T22:00:00.000Z", "2026-10-27T11:00:00.000Z"],
  ])("%s: from %s to %s", (_name, from, to) => {
    expect(after36(from)).toBe(to)
  })

  it("end at noon of the next working day in London or later, whenever they begin", () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2026, 9, 1), max: Date.UTC(2027, 9, 1) }), (from) => {
        const london = (at: number) =>
          new Date(at).toLocaleString("sv-SE", { timeZone: "Europe/London" }).split(" ")
        const [day = ""] = london(from)
        let next = new Date(day)
        do next = new Date(next.getTime() + 24 * HOUR)
        while ([0, 6].includes(next.getUTCDay()) || LONDON.holidays.includes(next.toISOString().slice(0, 10)))
        const noon = `${next.toISOString().slice(0, 10)} 12:00:00`
        expect(london(addWorkingTime(from, 36 * HOUR, LONDON)).join(" ") >= noon).toBe(true)
      }),
    )
  })

  it("none end at once", () => {
    expect(addWorkingTime(5, 0, LONDON)).toBe(5)
  })
})
