import fc from "fast-check"
import { assert, describe, expect, it } from "vitest"
import { BANK_HOLIDAYS } from "./bank-holidays"
import { estimateIfDispatched, estimateIfPaid, ukDay } from "./estimate"
import { addDays } from "./uk-clock"

const labels = (paidAt: string) => [
  estimateIfPaid("standard", new Date(paidAt))?.label,
  estimateIfPaid("special", new Date(paidAt))?.label,
]

describe("the estimated day of arrival", () => {
  it.each([
    ["on a weekday before 2pm", "2026-11-23T13:59:59Z", ["Wed 25 – Thu 26 Nov", "Tue 24 Nov"]],
    ["at 2pm", "2026-11-23T14:00:00Z", ["Thu 26 – Fri 27 Nov", "Wed 25 Nov"]],
    ["on a Thursday, over a weekend", "2026-11-26T09:00:00Z", ["Mon 30 Nov – Tue 1 Dec", "Fri 27 Nov"]],
    ["on a Friday after 2pm", "2026-11-27T15:00:00Z", ["Wed 2 – Thu 3 Dec", "Tue 1 Dec"]],
    ["on a Saturday", "2026-11-28T09:00:00Z", ["Wed 2 – Thu 3 Dec", "Tue 1 Dec"]],
    [
      "before Christmas, with the substitute day",
      "2026-12-24T15:00:00Z",
      ["Thu 31 Dec – Mon 4 Jan", "Wed 30 Dec"],
    ],
    ["before Easter", "2027-03-25T09:00:00Z", ["Wed 31 Mar – Thu 1 Apr", "Tue 30 Mar"]],
    ["in summer, before 2pm in the UK", "2026-07-06T12:59:59Z", ["Wed 8 – Thu 9 Jul", "Tue 7 Jul"]],
    ["in summer, at 2pm in the UK", "2026-07-06T13:00:00Z", ["Thu 9 – Fri 10 Jul", "Wed 8 Jul"]],
    ["in summer, after midnight in the UK", "2026-07-05T23:30:00Z", ["Wed 8 – Thu 9 Jul", "Tue 7 Jul"]],
  ])("paid %s", (_when, paidAt, expected) => expect(labels(paidAt)).toEqual(expected))

  it.each([
    ["before 2pm, in winter", "2026-11-23T09:00:00Z", "2026-11-23T14:00:00.000Z"],
    ["before 2pm, in summer", "2026-07-06T09:00:00Z", "2026-07-06T13:00:00.000Z"],
    ["after 2pm on the Friday before the clocks change", "2026-10-23T15:00:00Z", "2026-10-26T14:00:00.000Z"],
  ])("is kept by paying before the next cut-off: %s", (_when, paidAt, paidBefore) =>
    expect(estimateIfPaid("special", new Date(paidAt))?.paidBefore).toBe(paidBefore),
  )

  it("waits for the days on which the shop posts, and for its own hour", () => {
    const wednesdays = { days: ["Wed"], before: 10 }
    const paid = (at: string) => estimateIfPaid("special", new Date(at), wednesdays)
    expect(paid("2026-11-23T15:00:00Z")).toMatchObject({
      label: "Thu 26 Nov",
      paidBefore: "2026-11-25T10:00:00.000Z",
    })
    expect(paid("2026-11-25T10:00:00Z")?.label).toBe("Thu 3 Dec")
    // A bank holiday on the posting day: a week later.
    expect(
      estimateIfPaid("special", new Date("2027-03-24T15:00:00Z"), { days: ["Fri"], before: 14 })?.label,
    ).toBe("Mon 5 Apr")
  })

  it("counts from the day on which the carrier got the parcel, whatever the hour", () => {
    expect(estimateIfDispatched("standard", new Date("2026-11-23T19:00:00Z"))?.label).toBe(
      "Wed 25 – Thu 26 Nov",
    )
    expect(estimateIfDispatched("special", new Date("2026-11-28T19:00:00Z"))?.label).toBe("Tue 1 Dec")
  })

  it("is unknown where the bank holidays are", () => {
    expect(estimateIfPaid("standard", new Date("2032-12-22T09:00:00Z"))?.label).toBe("Fri 24 – Wed 29 Dec")
    expect(estimateIfPaid("standard", new Date("2032-12-30T09:00:00Z"))).toBeNull()
    expect(estimateIfPaid("standard", new Date("2025-12-31T09:00:00Z"))).toBeNull()
  })
})

describe("for any moment", () => {
  const moments = fc.date({ min: new Date("2026-01-01"), max: new Date("2032-12-20"), noInvalidDate: true })
  const estimateAt = (at: Date, method: "standard" | "special" = "standard") => {
    const estimate = estimateIfPaid(method, at)
    assert(estimate)
    return estimate
  }
  const isHoliday = (day: string) => BANK_HOLIDAYS[Number(day.slice(0, 4))]?.includes(day.slice(5))
  const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

  it("parcels arrive on business days, after the payment, and within four of them", () =>
    fc.assert(
      fc.property(moments, fc.constantFrom("standard", "special"), (at, method) => {
        const { earliest, latest } = estimateAt(at, method)
        for (const day of [earliest, latest]) expect(isHoliday(day) || isWeekend(day)).toBe(false)
        expect(earliest > ukDay(at) && latest >= earliest).toBe(true)
        const days = (Date.parse(latest) - Date.parse(ukDay(at))) / 86_400_000
        const later = Array.from({ length: days }, (_, index) => addDays(ukDay(at), index + 1))
        const businessDays = later.filter((day) => !(isHoliday(day) || isWeekend(day)))
        expect(businessDays.length).toBeLessThanOrEqual(4)
      }),
    ))

  it("the special delivery arrives first, and paying later never means arriving earlier", () =>
    fc.assert(
      fc.property(moments, moments, (one, other) => {
        expect(estimateAt(one, "special").latest < estimateAt(one).earliest).toBe(true)
        const [sooner, later] = one < other ? [one, other] : [other, one]
        expect(estimateAt(sooner).earliest <= estimateAt(later).earliest).toBe(true)
      }),
    ))

  it("an estimate holds until its cut-off, at 2pm on a business day, and no longer", () =>
    fc.assert(
      fc.property(moments, (at) => {
        const { earliest, latest, label, paidBefore } = estimateAt(at)
        const cutOff = new Date(paidBefore)
        expect(cutOff > at).toBe(true)
        expect(cutOff.toLocaleTimeString("en-GB", { timeZone: "Europe/London" })).toBe("14:00:00")
        expect(isHoliday(ukDay(cutOff)) || isWeekend(ukDay(cutOff))).toBe(false)
        expect(estimateAt(new Date(cutOff.getTime() - 1))).toEqual({ earliest, latest, label, paidBefore })
        expect(estimateAt(cutOff).earliest > earliest).toBe(true)
      }),
    ))
})

/** The day of Easter Sunday (the anonymous Gregorian algorithm). */
function easterOf(year: number): Date {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return new Date(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1))
}

/** The usual holidays of a year: extra ones are the only other days in the list. */
function usualHolidays(year: number): string[] {
  const days = (date: Date, plus: number) => new Date(date.getTime() + plus * 86_400_000)
  const text = (date: Date) => date.toISOString().slice(5, 10)
  const weekdayFrom = (date: Date): Date =>
    [0, 6].includes(date.getUTCDay()) ? weekdayFrom(days(date, 1)) : date
  const mondayFrom = (date: Date) => days(date, (8 - date.getUTCDay()) % 7)
  const christmas = weekdayFrom(new Date(Date.UTC(year, 11, 25)))
  return [
    weekdayFrom(new Date(Date.UTC(year, 0, 1))),
    days(easterOf(year), -2),
    days(easterOf(year), 1),
    mondayFrom(new Date(Date.UTC(year, 4, 1))),
    mondayFrom(new Date(Date.UTC(year, 4, 25))),
    mondayFrom(new Date(Date.UTC(year, 7, 25))),
    christmas,
    weekdayFrom(days(christmas, 1)),
  ].map(text)
}

it.each(Object.entries(BANK_HOLIDAYS))("the list of %s has the usual bank holidays", (year, listed) =>
  expect(listed).toEqual(expect.arrayContaining(usualHolidays(Number(year)))),
)
