import { Text } from "@medusajs/ui"
import { formatPence, inThousands } from "@shop/contracts"
import { useTranslation } from "react-i18next"
import { Bars, colourOfMethod } from "./bars"
import { Card, Numbers } from "./card"
import { isIn, type Period, type Report } from "./report"

export function Sales({ report: { sales }, periods }: { report: Report; periods: readonly Period[] }) {
  const { t } = useTranslation("shop")
  const methods = [...new Set(sales.map(({ method }) => method))].sort()
  const rowOf = (name: string, within: Report["sales"]) => {
    const sumOf = (key: "taken" | "refunded" | "disputed", of = within) =>
      of.reduce((sum, one) => sum + one[key], 0)
    const byMethod = methods.map((method) =>
      sumOf(
        "taken",
        within.filter((one) => one.method === method),
      ),
    )
    return { name, byMethod, refunded: sumOf("refunded"), disputed: sumOf("disputed") }
  }
  const rows = periods.map((period) =>
    rowOf(
      period.long,
      sales.filter(({ day }) => isIn(day, period)),
    ),
  )
  const total = rowOf(t("common.total"), sales)
  const hasDisputes = sales.some(({ disputed }) => disputed !== 0)
  const describe = (index: number) => {
    const row = rows[index]
    if (row === undefined) return ""
    const parts = methods.map((method, at) => `${method} ${formatPence(row.byMethod[at] ?? 0)}`)
    return [
      row.name,
      ...parts,
      t("reports.sales.refundedAmount", { amount: formatPence(row.refunded) }),
    ].join("\n")
  }
  return (
    <Card
      title={t("reports.sales.title")}
      hint={t("reports.sales.hint")}
      legend={methods.map((name) => ({ name, colour: colourOfMethod(name, methods) }))}
    >
      {methods.length === 0 ? (
        <Text className="text-ui-fg-subtle">{t("reports.noPayments")}</Text>
      ) : (
        <>
          <Bars
            label={t("reports.sales.chart")}
            periods={periods}
            axis={(pence) => `£${inThousands(Math.round(pence / 100))}`}
            describe={describe}
            series={methods.map((name, at) => ({
              name,
              colour: colourOfMethod(name, methods).bar,
              values: rows.map(({ byMethod }) => byMethod[at] ?? 0),
            }))}
          />
          <Numbers
            head={[
              t("reports.day"),
              ...methods,
              t("reports.sales.refunded"),
              ...(hasDisputes ? [t("reports.sales.disputes")] : []),
            ]}
            rows={[...rows, total]
              .filter(
                ({ byMethod, refunded, disputed }) => refunded + Math.max(...byMethod) > 0 || disputed !== 0,
              )
              .map(({ name, byMethod, refunded, disputed }) => [
                name,
                ...[...byMethod, refunded, ...(hasDisputes ? [disputed] : [])].map((pence) =>
                  formatPence(pence),
                ),
              ])}
          />
        </>
      )}
    </Card>
  )
}
