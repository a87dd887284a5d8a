import type { MedusaContainer } from "@medusajs/framework/types"
import { phoneDigits, tidy } from "@shop/contracts"
import type { FoundOrders } from "@shop/contracts/staff"
import * as tables from "../platform/medusa-tables/order-search"
import { describeOrders } from "./order-lists"
import { readOrderNumber } from "./order-number"

/** What a text may be: each reading with the form in which its values are indexed; null: it cannot be that. The surest first. */
const READINGS = [
  {
    what: "Order number",
    read: (text) => readOrderNumber(text)?.toString() ?? null,
    find: tables.ordersByNumber,
  },
  {
    what: "Transaction",
    read: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null),
    find: tables.ordersByTransaction,
  },
  { what: "Bitcoin address", read: bitcoinAddress, find: tables.ordersByBitcoinAddress },
  {
    what: "Tracking number",
    read: (text) => (/\d/.test(text) && lettersOf(text).length >= 6 ? lettersOf(text) : null),
    find: tables.ordersByTracking,
  },
  {
    what: "Discount code",
    read: (text) => (/^\S{3,}$/.test(text) ? text.toUpperCase() : null),
    find: tables.ordersByDiscount,
  },
  {
    what: "Email",
    read: (text) => (/^[^\s#]{3,}$/.test(text) ? text.toLowerCase().replace(/[\\%_]/g, "\\$&") : null),
    find: tables.ordersByEmail,
  },
  { what: "Postcode", read: startOfPostcode, find: tables.ordersByPostcode },
  { what: "Phone", read: endOfPhone, find: tables.ordersByPhone },
  { what: "Name", read: startsOfNames, find: tables.ordersByName },
] as const satisfies readonly {
  what: string
  read: (text: string) => string | null
  find: (typeof tables)["ordersByName"]
}[]

const ORDERS_SHOWN = tables.SEARCHED_ORDERS - 1

/** The orders that a text of staff names, twenty at most, and why. `inReview`: the orders with an open case. */
export async function searchOrders(
  container: MedusaContainer,
  typed: string,
  inReview: ReadonlySet<string>,
): Promise<FoundOrders> {
  const text = tidy(typed)
  const found = await Promise.all(
    READINGS.map(async ({ what, read, find }) => {
      const value = read(text)
      return value === null ? [] : (await find(container, { value })).map((row) => ({ ...row, what }))
    }),
  )
  const matches = new Map<string, { what: string; value: string }>()
  for (const { id, ...match } of found.flat()) if (!matches.has(id)) matches.set(id, match)
  const orders = await describeOrders(container, [...matches.keys()].slice(0, ORDERS_SHOWN), inReview)
  return {
    orders: orders.map((order) => ({ ...order, match: matches.get(order.id) ?? { what: "", value: "" } })),
    hasMore: matches.size > ORDERS_SHOWN,
  }
}

/** Also as a payment link, and in the capitals of a QR code. */
function bitcoinAddress(text: string): string | null {
  const address = text.replace(/^bitcoin:/i, "").replace(/\?.*$/, "")
  if (/^(?:bc|tb|bcrt)1[a-z0-9]{20,}$/i.test(address)) return address.toLowerCase()
  return /^[123mn][1-9A-HJ-NP-Za-km-z]{25,39}$/.test(address) ? address : null
}

const lettersOf = (text: string) => text.replace(/[^a-z\d]/gi, "").toUpperCase()

function startOfPostcode(text: string): string | null {
  const compact = text.replaceAll(" ", "").toUpperCase()
  return /^[A-Z]{1,2}\d[A-Z\d]?(?:\d[A-Z]{0,2})?$/.test(compact) ? compact : null
}

/** Without the country's code or the zero before a number: `+44 (0)20 7946 0018` and `020 7946 0018` are the same. The end of one may begin so too. */
function endOfPhone(text: string): string | null {
  const digits = phoneDigits(text) ?? ""
  const national = digits.replace(/^(?:00)?44|^0+/, "").replace(/^0+/, "")
  return [national, digits].find(({ length }) => length >= 6) ?? null
}

function startsOfNames(text: string): string | null {
  if (/[\d@#]/.test(text)) return null
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  return words.some(({ length }) => length > 1) ? words.map((word) => `${word}:*`).join(" & ") : null
}
