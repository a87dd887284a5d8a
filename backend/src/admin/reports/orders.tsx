import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Bars, PAID, PLACED } from "./bars"
import { Card, Numbers } from "./card"
import { isIn, type Period, type Report } from "./report"

/** Orders placed and orders paid; the grey part of a bar is unpaid. */
export function Orders({ report: { orders }, periods }: { report: Report; periods: readonly Period[] }) {
  const { t } = useTranslation("shop")
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
    return row === undefined
      ? ""
      : `${row.period.long}\n${t("reports.orders.ofOneDay", { placed: row.placed, paid: row.paid })}`
  }
  return (
    <Card
      title={t("reports.orders.title")}
      hint={t("reports.orders.hint")}
      legend={[
        { name: t("reports.orders.placed"), colour: PLACED },
        { name: t("reports.orders.paid"), colour: PAID },
      ]}
    >
      {orders.length === 0 ? (
        <Text className="text-ui-fg-subtle">{t("reports.orders.none")}</Text>
      ) : (
        <>
          <Bars
            label={t("reports.orders.chart")}
            periods={periods}
            axis={String}
            describe={describe}
            overlaid
            series={[
              {
                name: t("reports.orders.placed"),
                colour: PLACED.bar,
                values: rows.map(({ placed }) => placed),
              },
              { name: t("reports.orders.paid"), colour: PAID.bar, values: rows.map(({ paid }) => paid) },
            ]}
          />
          <Numbers
            head={[t("reports.day"), t("reports.orders.placed"), t("reports.orders.paid")]}
            rows={rows
              .filter(({ placed }) => placed > 0)
              .map(({ period, placed, paid }) => [period.long, String(placed), String(paid)])}
          />
        </>
      )}
    </Card>
  )
}
