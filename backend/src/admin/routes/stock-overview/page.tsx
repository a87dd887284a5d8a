import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Tag } from "@medusajs/icons"
import { Button, Container, Heading, Input, Tabs, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { LoadError } from "../../components/load-error"
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

/** Products with price, stock and badge; import and export as CSV. */
const StockOverviewPage = () => {
  const [search, setSearch] = useSearchParams()
  const asked = search.get("view") ?? ""
  const view = isView(asked) ? asked : "all"
  const [words, setWords] = useState("")
  const [page, setPage] = useState(0)
  const [isImporting, setIsImporting] = useState(false)
  const { data, error, refetch } = useQuery(stockOverviewQuery(view, words, page))
  const last = data ? Math.max(0, Math.ceil(data.total / PAGE_SIZE) - 1) : 0

  return (
    <>
      <Container className="divide-y p-0">
        <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
          <Heading>Stock overview</Heading>
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
        </div>
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
        {error && (
          <div className="px-6 py-4">
            <LoadError
              what="The stock overview could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          </div>
        )}
        {!data && !error && <Text className="text-ui-fg-muted px-6 py-8">Loading…</Text>}
        {data?.rows.length === 0 && <Text className="text-ui-fg-muted px-6 py-8">No products match.</Text>}
        {data && data.rows.length > 0 && <StockTable rows={data.rows} />}
        {data && data.total > PAGE_SIZE && (
          <div className="flex items-center justify-between px-6 py-3">
            <Text size="small" className="text-ui-fg-subtle">
              {page * PAGE_SIZE + 1}–{page * PAGE_SIZE + data.rows.length} of {data.total}
            </Text>
            <div className="flex gap-x-2">
              <Button
                size="small"
                variant="transparent"
                disabled={page === 0}
                onClick={() => setPage(page - 1)}
              >
                Previous
              </Button>
              <Button
                size="small"
                variant="transparent"
                disabled={page >= last}
                onClick={() => setPage(page + 1)}
              >
                Next
              </Button>
            </div>
          </div>
        )}
        <ImportTable isOpen={isImporting} onClose={() => setIsImporting(false)} />
      </Container>
      <UnpaidClientsTable />
    </>
  )
}

export const config = defineRouteConfig({ label: "Stock overview", icon: Tag, rank: 1 })

export default StockOverviewPage
