import { toPounds } from "@shop/contracts"
import { csvLines } from "../../platform/csv"
import type { Report } from "./read-report"

const HEAD = [
  "Day",
  "Payment method",
  "Sales (GBP)",
  "Refunded (GBP)",
  "Disputes (GBP)",
  "Orders placed",
  "Orders paid",
]

/** One line for each day and payment method on which orders were placed or money moved. */
export function daysCsv({ sales, orders }: Report): string {
  const keyOf = ({ day, method }: { day: string; method: string }) => `${day} ${method}`
  const moved = new Map(sales.map((one) => [keyOf(one), one]))
  const placed = new Map(orders.map((one) => [keyOf(one), one]))
  const rows = new Map(
    [...sales, ...orders].map(({ day, method }) => [keyOf({ day, method }), { day, method }]),
  )
  const lines = [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { day, method }]) => [
      day,
      method,
      toPounds(moved.get(key)?.taken ?? 0),
      toPounds(moved.get(key)?.refunded ?? 0),
      toPounds(moved.get(key)?.disputed ?? 0),
      String(placed.get(key)?.placed ?? 0),
      String(placed.get(key)?.paid ?? 0),
    ])
  return csvLines([HEAD, ...lines])
}

export function sellersCsv({ sellers }: Report): string {
  const lines = sellers.map(({ title, quantity, pence }) => [title, String(quantity), toPounds(pence)])
  return csvLines([["Product", "Sold", "Sales (GBP)"], ...lines])
}
