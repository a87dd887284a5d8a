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
    .map(([key, { day, method }]) => [day, method, ...numbersOf([moved.get(key)], [placed.get(key)])])
  return csvLines([HEAD, ...lines, ["Total", "", ...numbersOf(sales, orders)]])
}

type Some<Row> = readonly (Row | undefined)[]

const sumOf = <Row>(rows: Some<Row>, valueOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + (row === undefined ? 0 : valueOf(row)), 0)

const numbersOf = (sales: Some<Report["sales"][number]>, orders: Some<Report["orders"][number]>) => [
  toPounds(sumOf(sales, ({ taken }) => taken)),
  toPounds(sumOf(sales, ({ refunded }) => refunded)),
  toPounds(sumOf(sales, ({ disputed }) => disputed)),
  String(sumOf(orders, ({ placed }) => placed)),
  String(sumOf(orders, ({ paid }) => paid)),
]

export function sellersCsv({ sellers }: Report): string {
  const lines = sellers.map(({ title, quantity, pence }) => [title, String(quantity), toPounds(pence)])
  const total = [
    "Total",
    String(sumOf(sellers, ({ quantity }) => quantity)),
    toPounds(sumOf(sellers, ({ pence }) => pence)),
  ]
  return csvLines([["Product", "Sold", "Sales (GBP)"], ...lines, total])
}
