import { Text } from "@medusajs/ui"
import { Bars, PAID, PLACED } from "./bars"
import { Card, Numbers } from "./card"
import { isIn, type Period, type Report } from "./report"

/** Orders placed and orders paid; the grey part of a bar is unpaid. */
export function Orders({ report: { orders }, periods }: { report: Report; periods: readonly Period[] }) {
  const rows = periods.map((period) => {
    const counted = orders.filter(({ day }) => isIn(day, period))
    return {
      period,
      placed: counted.reduce((sum, { placed }) => sum + placed, 0),
      paid: counted.reduce((sum, { paid }) => sum + paid, 0),
    }
  })
  const describe = (index: number) => {
    const row = rows[index]
    return row === undefined ? "" : `${row.period.long}\n${row.placed} placed, ${row.paid} of them paid`
  }
  return (
    <Card
      title="Orders placed and paid"
      hint="By the day of the order. Paid means paid in full by now."
      legend={[
        { name: "Placed", colour: PLACED },
        { name: "Paid", colour: PAID },
      ]}
    >
      {orders.length === 0 ? (
        <Text className="text-ui-fg-subtle">No orders on these days.</Text>
      ) : (
        <>
          <Bars
            label="Orders placed and paid by day; the table below has the same numbers"
            periods={periods}
            axis={String}
            describe={describe}
            overlaid
            series={[
              { name: "Placed", colour: PLACED.bar, values: rows.map(({ placed }) => placed) },
              { name: "Paid", colour: PAID.bar, values: rows.map(({ paid }) => paid) },
            ]}
          />
          <Numbers
            head={["Day", "Placed", "Paid"]}
            rows={rows
              .filter(({ placed }) => placed > 0)
              .map(({ period, placed, paid }) => [period.long, String(placed), String(paid)])}
          />
        </>
      )}
    </Card>
  )
}
