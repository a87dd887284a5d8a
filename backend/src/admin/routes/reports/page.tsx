import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ChartBar } from "@medusajs/icons"
import { Button, Heading, Skeleton } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Sellers, Shortages } from "../../reports/products"
import { Orders } from "../../reports/orders"
import { RangePicker } from "../../reports/range-picker"
import { csvAddress, lastDays, lengthOf, periodsOf, reportQuery } from "../../reports/report"
import { Sales } from "../../reports/sales"
import { Tiles } from "../../reports/tiles"
import { Vat } from "../../reports/vat"
import { LoadError } from "../../components/load-error"

const ReportsPage = () => {
  const { t } = useTranslation("shop")
  const [span, setSpan] = useState(() => lastDays(30))
  const query = useQuery({ ...reportQuery(span), placeholderData: keepPreviousData })
  const { data: report, error } = query
  const periods = periodsOf(span)
  return (
    <div className="flex flex-col gap-y-3">
      <div className="flex flex-wrap items-end justify-between gap-3 px-1">
        <Heading>{t("reports.title")}</Heading>
        <RangePicker span={span} onChange={setSpan} />
        <div className="flex gap-1">
          <Button size="small" variant="transparent" asChild>
            <a href={csvAddress(span, "sales")}>{t("reports.daysCsv")}</a>
          </Button>
          <Button size="small" variant="transparent" asChild>
            <a href={csvAddress(span, "sellers")}>{t("common.productsCsv")}</a>
          </Button>
        </div>
      </div>
      <LoadError what={t("reports.notLoaded")} of={query} />
      {report && (
        <>
          <Tiles report={report} />
          <Sales report={report} periods={periods} />
          <Vat span={span} />
          <Orders report={report} periods={periods} />
          <div className="grid items-start gap-3 lg:grid-cols-2">
            <Sellers report={report} />
            <Shortages report={report} days={lengthOf(span)} />
          </div>
        </>
      )}
      {!report && !error && <Skeleton className="h-96 w-full" aria-label={t("common.loading")} />}
    </div>
  )
}

export const config = defineRouteConfig({ label: "reports.title", translationNs: "shop", icon: ChartBar })

export default ReportsPage
