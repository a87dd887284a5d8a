import { csvLines } from "../query/csv"
import { toPounds } from "../query/money"
import type { Report } from "./read-report"

const HEAD = ["Day", "Payment method", "Taken (GBP)", "Refunded (GBP)", "Orders placed", "Of these paid"]

/** A line for each day and payment method; a day's orders stand in its first line. */
export function daysCsv({ sales, orders }: Report): string {
  const days = [...new Set([...sales, ...orders].map(({ day }) => day))].sort()
  const lines = days.flatMap((day) => {
    const counted = orders.find((one) => one.day === day) ?? { placed: 0, paid: 0 }
    const moved = sales.filter((one) => one.day === day)
    const methods = moved.length > 0 ? moved : [{ method: "", taken: 0, refunded: 0 }]
    return methods.map(({ method, taken, refunded }, index) => [
      day,
      method,
      toPounds(taken),
      toPounds(refunded),
      ...(index === 0 ? [String(counted.placed), String(counted.paid)] : ["", ""]),
    ])
  })
  return csvLines([HEAD, ...lines])
}

/** What sold, in the same days. */
export function sellersCsv({ sellers }: Report): string {
  const lines = sellers.map(({ title, quantity, pence }) => [title, String(quantity), toPounds(pence)])
  return csvLines([["Product", "Sold", "Taken (GBP)"], ...lines])
}
