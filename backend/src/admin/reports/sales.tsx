import { Text } from "@medusajs/ui"
import { pounds, wholePounds } from "../components/pounds"
import { Bars } from "./bars"
import { Card } from "./card"
import { markOfMethod } from "./colours"
import type { Report } from "./report-query"
import { Numbers } from "./numbers"
import { isIn, type Period } from "./span"

/** Money that came in, by day and by payment method. */
export function Sales({ report: { sales }, periods }: { report: Report; periods: readonly Period[] }) {
  const methods = [...new Set(sales.map(({ method }) => method))].sort()
  const sumOf = (period: Period, key: "taken" | "refunded", method?: string) =>
    sales
      .filter((one) => isIn(one.day, period) && (method === undefined || one.method === method))
      .reduce((sum, one) => sum + one[key], 0)
  const rows = periods.map((period) => ({
    period,
    byMethod: methods.map((method) => sumOf(period, "taken", method)),
    refunded: sumOf(period, "refunded"),
  }))
  const say = (index: number) => {
    const row = rows[index]
    if (row === undefined) return ""
    const parts = methods.map((method, at) => `${method} ${pounds(row.byMethod[at] ?? 0)}`)
    return [row.period.long, ...parts, `refunded ${pounds(row.refunded)}`].join("\n")
  }
  return (
    <Card
      title="Sales"
      hint="Money captured, on the day it was. Refunds are not taken off the bars."
      legend={methods.map((name) => ({ name, mark: markOfMethod(name, methods) }))}
    >
      {methods.length === 0 ? (
        <Text className="text-ui-fg-subtle">No money came in on these days.</Text>
      ) : (
        <>
          <Bars
            label="Sales by day and payment method; the same numbers are in the table below"
            periods={periods}
            axis={wholePounds}
            say={say}
            series={methods.map((name, at) => ({
              name,
              colour: markOfMethod(name, methods).bar,
              values: rows.map(({ byMethod }) => byMethod[at] ?? 0),
            }))}
          />
          <Numbers
            head={["Day", ...methods, "Refunded"]}
            rows={rows
              .filter(({ byMethod, refunded }) => refunded + Math.max(...byMethod) > 0)
              .map(({ period, byMethod, refunded }) => [period.long, ...[...byMethod, refunded].map(pounds)])}
          />
        </>
      )}
    </Card>
  )
}
