import { DELIVERY_DAYS, SHIPPING_METHODS, type DeliveryEstimate, type ShippingOption } from "@shop/contracts"
import { currentBrand } from "../../platform/config/current-brand"
import { BANK_HOLIDAYS } from "./bank-holidays"
import { addDays, atUkHour, ukTime, type Day } from "./uk-clock"

type Method = ShippingOption["id"]

/** The business days on which parcels are posted, and the hour, UK time, before which they are paid. */
export interface Posting {
  days: readonly string[]
  before: number
}

/** `"2pm"` → 14 */
const hourOf = (text: string) => (parseInt(text, 10) % 12) + (text.endsWith("pm") ? 12 : 0)
const { postedOn, postedBefore } = currentBrand
const POSTING: Posting = { days: postedOn, before: hourOf(postedBefore) }

/** When a parcel arrives that is paid at this moment; null for a time without a list of bank holidays. */
export function estimateIfPaid(
  method: Method,
  paidAt: Date,
  posting = POSTING,
): NonNullable<ShippingOption["estimate"]> | null {
  const { day, hour } = ukTime(paidAt)
  const posted = firstPostingDay(hour < posting.before ? day : nextDay(day), posting)
  const estimate = estimateIfPosted(method, posted)
  return estimate && { ...estimate, paidBefore: atUkHour(posted, posting.before).toISOString() }
}

export function estimateIfDispatched(method: Method, dispatchedAt: Date): DeliveryEstimate | null {
  return estimateIfPosted(method, firstBusinessDay(ukTime(dispatchedAt).day))
}

export const ukDay = (moment: Date): Day => ukTime(moment).day

export const isShippingMethod = (code: string): code is Method =>
  SHIPPING_METHODS.some((method) => method === code)

function estimateIfPosted(method: Method, posted: Day): DeliveryEstimate | null {
  const { min, max } = DELIVERY_DAYS[method]
  const [earliest, latest] = [addBusinessDays(posted, min), addBusinessDays(posted, max)]
  if (!(yearOf(posted) in BANK_HOLIDAYS && yearOf(latest) in BANK_HOLIDAYS)) return null
  return { earliest, latest, label: labelOf(earliest, latest) }
}

function isBusinessDay(day: Day): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !BANK_HOLIDAYS[yearOf(day)]?.includes(day.slice(5))
}

const firstBusinessDay = (day: Day): Day => (isBusinessDay(day) ? day : firstBusinessDay(nextDay(day)))

function firstPostingDay(day: Day, posting: Posting): Day {
  const business = firstBusinessDay(day)
  return posting.days.includes(WEEKDAYS[new Date(business).getUTCDay()] ?? "")
    ? business
    : firstPostingDay(nextDay(business), posting)
}

function addBusinessDays(day: Day, count: number): Day {
  return count === 0 ? day : addBusinessDays(firstBusinessDay(nextDay(day)), count - 1)
}

const nextDay = (day: Day): Day => addDays(day, 1)
const yearOf = (day: Day): number => Number(day.slice(0, 4))

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** `"Wed 25 – Thu 26 Nov"`, `"Mon 30 Nov – Tue 1 Dec"`, `"Tue 24 Nov"`. */
function labelOf(earliest: Day, latest: Day): string {
  const [from, to] = [new Date(earliest), new Date(latest)]
  const day = (date: Date) => `${WEEKDAYS[date.getUTCDay()] ?? ""} ${date.getUTCDate()}`
  const month = (date: Date) => MONTHS[date.getUTCMonth()] ?? ""
  if (earliest === latest) return `${day(to)} ${month(to)}`
  const start = month(from) === month(to) ? day(from) : `${day(from)} ${month(from)}`
  return `${start} – ${day(to)} ${month(to)}`
}
