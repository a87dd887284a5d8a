import { Skeleton, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { LoadError } from "../components/load-error"
import { Rows } from "../components/rows"
import { Card } from "./card"
import { vatQuery, type Span } from "./report"

const number = "text-right tabular-nums"

/** VAT by rate, with the sum as the last line. */
export function Vat({ span }: { span: Span }) {
  const { t } = useTranslation("shop")
  const query = useQuery(vatQuery(span))
  const { data: vat, error } = query
  const sumOf = (of: "grossPence" | "vatPence") => (vat ?? []).reduce((sum, line) => sum + line[of], 0)
  const rows = [
    ...(vat ?? []).map((line) => ({ ...line, name: `${line.rate}%` })),
    { name: t("common.total"), grossPence: sumOf("grossPence"), vatPence: sumOf("vatPence") },
  ]
  return (
    <Card title={t("reports.vat.title")} hint={t("reports.vat.hint")}>
      <LoadError what={t("reports.vat.notLoaded")} of={query} />
      {!vat && !error && <Skeleton className="h-24 w-full" aria-label={t("reports.vat.loading")} />}
      {vat?.length === 0 && <Text className="text-ui-fg-subtle">{t("reports.noPayments")}</Text>}
      {vat !== undefined && vat.length > 0 && (
        <Rows
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { heading: t("reports.vat.rate"), cell: ({ name }) => name },
            {
              heading: t("reports.vat.gross"),
              className: number,
              cell: (row) => formatPence(row.grossPence),
            },
            { heading: t("reports.vat.vat"), className: number, cell: (row) => formatPence(row.vatPence) },
          ]}
        />
      )}
    </Card>
  )
}
