import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ArchiveBox } from "@medusajs/icons"
import { Button, Input, Tabs, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { LoadError } from "../../components/load-error"
import { Pager } from "../../components/rows"
import { Section } from "../../components/section"
import { ImportTable } from "../../stock-overview/import-table"
import { PAGE_SIZE, stockOverviewQuery, StockTable, type View } from "../../stock-overview/stock-table"
import { UnpaidClientsTable } from "../../stock-overview/unpaid-clients"

const VIEWS = {
  all: "common.all",
  incomplete: "stock.incomplete",
  low: "common.runningLow",
  "sold-out": "common.soldOut",
} as const satisfies Record<View, string>
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text)

const StockOverviewPage = () => {
  const { t } = useTranslation("shop")
  const [search, setSearch] = useSearchParams()
  const asked = search.get("view") ?? ""
  const view = isView(asked) ? asked : "all"
  const [words, setWords] = useState("")
  const [page, setPage] = useState(0)
  const [isImporting, setIsImporting] = useState(false)
  const query = useQuery(stockOverviewQuery(view, words, page))
  const { data, error } = query
  const last = data ? Math.max(0, Math.ceil(data.total / PAGE_SIZE) - 1) : 0

  return (
    <>
      <Section
        title={t("stock.title")}
        level="h1"
        actions={
          <div className="flex gap-x-2">
            <Button size="small" variant="secondary" asChild>
              <a href="/admin/stock-overview/csv" download>
                {t("stock.export")}
              </a>
            </Button>
            <Button size="small" variant="secondary" onClick={() => setIsImporting(true)}>
              {t("common.import")}
            </Button>
          </div>
        }
      >
        <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-3">
          <Tabs
            value={view}
            onValueChange={(chosen) => {
              setSearch({ view: chosen }, { replace: true })
              setPage(0)
            }}
          >
            <Tabs.List className="flex-wrap">
              {Object.entries(VIEWS).map(([name, label]) => (
                <Tabs.Trigger key={name} value={name} className="whitespace-nowrap">
                  {t(label)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
          </Tabs>
          <Input
            type="search"
            size="small"
            aria-label={t("stock.searchLabel")}
            placeholder={t("stock.search")}
            value={words}
            onChange={(event) => {
              setWords(event.target.value)
              setPage(0)
            }}
          />
        </div>
        <LoadError what={t("stock.notLoaded")} of={query} className="px-6 py-4" />
        {!data && !error && <Text className="text-ui-fg-muted px-6 py-8">{t("common.loading")}</Text>}
        {data?.rows.length === 0 && <Text className="text-ui-fg-muted px-6 py-8">{t("stock.none")}</Text>}
        {data && data.rows.length > 0 && <StockTable rows={data.rows} />}
        {data && data.total > PAGE_SIZE && (
          <Pager page={page} hasMore={page < last} onPage={setPage}>
            {t("stock.range", {
              first: page * PAGE_SIZE + 1,
              last: page * PAGE_SIZE + data.rows.length,
              total: data.total,
            })}
          </Pager>
        )}
        <ImportTable isOpen={isImporting} onClose={() => setIsImporting(false)} />
      </Section>
      <UnpaidClientsTable />
    </>
  )
}

export const config = defineRouteConfig({
  label: "stock.title",
  translationNs: "shop",
  icon: ArchiveBox,
  rank: 1,
})

export default StockOverviewPage
