/**
 * The bank holidays of England and Wales on weekdays, as gov.uk publishes them: the post is quiet on these days. After the last
 * year the shop names no day of arrival. Extra holidays, such as a coronation's, are added here when they are announced.
 */
export const BANK_HOLIDAYS: Readonly<Record<number, readonly string[]>> = {
  2026: ["01-01", "04-03", "04-06", "05-04", "05-25", "08-31", "12-25", "12-28"],
  2027: ["01-01", "03-26", "03-29", "05-03", "05-31", "08-30", "12-27", "12-28"],
  2028: ["01-03", "04-14", "04-17", "05-01", "05-29", "08-28", "12-25", "12-26"],
  2029: ["01-01", "03-30", "04-02", "05-07", "05-28", "08-27", "12-25", "12-26"],
  2030: ["01-01", "04-19", "04-22", "05-06", "05-27", "08-26", "12-25", "12-26"],
  2031: ["01-01", "04-11", "04-14", "05-05", "05-26", "08-25", "12-25", "12-26"],
  2032: ["01-01", "03-26", "03-29", "05-03", "05-31", "08-30", "12-27", "12-28"],
}

export function bankHolidays(): string[] {
  return Object.entries(BANK_HOLIDAYS).flatMap(([year, days]) => days.map((day) => `${year}-${day}`))
}
