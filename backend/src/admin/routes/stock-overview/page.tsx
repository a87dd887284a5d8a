import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ArchiveBox } from "@medusajs/icons"
import { Button, Input, Tabs, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { LoadError } from "../../components/load-error"
import { Pager } from "../../components/rows"
import { Section } from "../../components/section"
import { ImportTable } from "../../stock-overview/import-table"
import { PAGE_SIZE, stockOverviewQuery, StockTable, type View } from "../../stock-overview/stock-table"
import { UnpaidClientsTable } from "../../stock-overview/unpaid-clients"

const VIEWS: Record<View, string> = {
  all: "All",
  incomplete: "Incomplete",
  low: "Running low",
  "sold-out": "Sold out",
}
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text)

const StockOverviewPage = () => {
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
        title="Stock overview"
        level="h1"
        actions={
          <div className="flex gap-x-2">
            <Button size="small" variant="secondary" asChild>
              <a href="/admin/stock-overview/csv" download>
                Export
              </a>
            </Button>
            <Button size="small" variant="secondary" onClick={() => setIsImporting(true)}>
              Import
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
                  {label}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
          </Tabs>
          <Input
            type="search"
            size="small"
            aria-label="Search products"
            placeholder="Search"
            value={words}
            onChange={(event) => {
              setWords(event.target.value)
              setPage(0)
            }}
          />
        </div>
        <LoadError what="The stock overview could not be loaded" of={query} className="px-6 py-4" />
        {!data && !error && <Text className="text-ui-fg-muted px-6 py-8">Loading…</Text>}
        {data?.rows.length === 0 && <Text className="text-ui-fg-muted px-6 py-8">No products match.</Text>}
        {data && data.rows.length > 0 && <StockTable rows={data.rows} />}
        {data && data.total > PAGE_SIZE && (
          <Pager page={page} hasMore={page < last} onPage={setPage}>
            {page * PAGE_SIZE + 1}–{page * PAGE_SIZE + data.rows.length} of {data.total}
          </Pager>
        )}
        <ImportTable isOpen={isImporting} onClose={() => setIsImporting(false)} />
      </Section>
      <UnpaidClientsTable />
    </>
  )
}

export const config = defineRouteConfig({ label: "Stock overview", icon: ArchiveBox, rank: 1 })

export default StockOverviewPage
