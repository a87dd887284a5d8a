import { formatPence } from "@shop/contracts"
import { currentBrand } from "../platform/config/current-brand"
import type { Shop } from "./shop"

/** How soon emails are answered: `24 hours on business days`. */
export const REPLY_TIME = `${currentBrand.replyWithin} on business days`

const DAY = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Europe/London",
} as const
const UK_DAY = new Intl.DateTimeFormat("en-GB", DAY)
const UK_TIME = new Intl.DateTimeFormat("en-GB", { ...DAY, hour: "2-digit", minute: "2-digit" })

/** `Friday 21 November 2026 at 14:05 (UK time)` from an ISO date. */
export function ukTime(iso: string): string {
  return `${UK_TIME.format(new Date(iso))} (UK time)`
}

/** `Friday 21 November 2026` from an ISO date. */
export const ukDay = (iso: string): string => UK_DAY.format(new Date(iso))

/** `£53.85 including VAT`, or `£53.85` from a seller who is not registered for VAT. */
export function withVat(pence: number, { vatNumber }: Pick<Shop, "vatNumber">): string {
  return vatNumber === null ? formatPence(pence) : `${formatPence(pence)} including VAT`
}
