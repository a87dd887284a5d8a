import { Text } from "@medusajs/ui"
import { Bars } from "./bars"
import { Card } from "./card"
import { PAID, PLACED } from "./colours"
import type { Report } from "./report-query"
import { Numbers } from "./numbers"
import { isIn, type Period } from "./span"

/** Orders placed against orders paid: what is grey above the green was ordered and never paid, or not yet. */
export function Orders({ report: { orders }, periods }: { report: Report; periods: readonly Period[] }) {
  const rows = periods.map((period) => {
    const counted = orders.filter(({ day }) => isIn(day, period))
    return {
      period,
      placed: counted.reduce((sum, { placed }) => sum + placed, 0),
      paid: counted.reduce((sum, { paid }) => sum + paid, 0),
    }
  })
  const say = (index: number) => {
    const row = rows[index]
    return row === undefined ? "" : `${row.period.long}\n${row.placed} placed, ${row.paid} of them paid`
  }
  return (
    <Card
      title="Orders placed and paid"
      hint="On the day they were placed; paid means in full, by now."
      legend={[
        { name: "Placed", mark: PLACED },
        { name: "Of these paid", mark: PAID },
      ]}
    >
      {orders.length === 0 ? (
        <Text className="text-ui-fg-subtle">Nobody ordered on these days.</Text>
      ) : (
        <>
          <Bars
            label="Orders placed and paid by day; the same numbers are in the table below"
            periods={periods}
            axis={String}
            say={say}
            overlaid
            series={[
              { name: "Placed", colour: PLACED.bar, values: rows.map(({ placed }) => placed) },
              { name: "Paid", colour: PAID.bar, values: rows.map(({ paid }) => paid) },
            ]}
          />
          <Numbers
            head={["Day", "Placed", "Of these paid"]}
            rows={rows
              .filter(({ placed }) => placed > 0)
              .map(({ period, placed, paid }) => [period.long, String(placed), String(paid)])}
          />
        </>
      )}
    </Card>
  )
}
