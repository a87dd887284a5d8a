import { csvLines } from "../query/csv"
import { toPounds } from "../query/money"
import type { Report } from "./read-report"

const HEAD = ["Day", "Payment method", "Sales (GBP)", "Refunded (GBP)", "Orders placed", "Orders paid"]

/** One line for each day and payment method; the first line of a day has its orders. */
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

/** The best sellers of the same days. */
export function sellersCsv({ sellers }: Report): string {
  const lines = sellers.map(({ title, quantity, pence }) => [title, String(quantity), toPounds(pence)])
  return csvLines([["Product", "Sold", "Sales (GBP)"], ...lines])
}
