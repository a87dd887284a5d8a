import { StatusBadge, Text } from "@medusajs/ui"
import { stockOverviewSchema, type STOCK_VIEWS, type StockOverview } from "@shop/contracts/staff"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import type { TFunction } from "i18next"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { ask } from "../components/ask"
import { ProductBadges } from "../components/product-badges"
import { Rows, type Column } from "../components/rows"
import { CountStock } from "./count-stock"

export type View = (typeof STOCK_VIEWS)[number]
export const PAGE_SIZE = 25

export const stockOverviewQuery = (view: View, words: string, page: number) =>
  queryOptions({
    queryKey: ["stock-overview", view, words, page],
    queryFn: () => {
      const query = new URLSearchParams({
        view,
        q: words,
        limit: String(PAGE_SIZE),
        offset: String(page * PAGE_SIZE),
      })
      return ask(stockOverviewSchema, `/admin/stock-overview?${query.toString()}`)
    },
    placeholderData: keepPreviousData,
  })

type Row = StockOverview["rows"][number]
type Size = Row["variants"][number]
const LOW_BELOW = 6

export function StockTable({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation("shop")
  return <Rows className="md:min-w-[42rem]" columns={columnsOf(t)} rows={rows} keyOf={({ id }) => id} />
}

const columnsOf = (t: TFunction<"shop">): readonly Column<Row>[] => [
  {
    heading: t("common.product"),
    cell: (row) => (
      <>
        <Link to={`/products/${row.id}`} className="flex items-center gap-x-3 py-2">
          {row.image ? (
            <img
              src={row.image}
              alt=""
              className="bg-ui-bg-component size-8 rounded object-cover max-md:hidden"
            />
          ) : (
            <span className="bg-ui-bg-component size-8 rounded max-md:hidden" />
          )}
          <span className="txt-compact-small-plus whitespace-normal">{row.title}</span>
        </Link>
        <span className="md:hidden">
          {(row.status !== "published" || row.missing.length > 0) && <Status row={row} />}
        </span>
      </>
    ),
  },
  perSize(t("common.size"), "whitespace-nowrap", ({ weight }) => weight),
  perSize(t("common.price"), "whitespace-nowrap text-right tabular-nums", ({ price, salePrice }) => (
    <>
      {salePrice !== null && <span className="text-ui-fg-muted">{t("stock.table.was", { price })} </span>}
      {price === null ? "–" : `£${salePrice ?? price}`}
    </>
  )),
  perSize(t("common.inStock"), "text-right tabular-nums max-md:hidden", (size, row) => (
    <Count size={size} of={row}>
      {size.stock ?? "–"}
    </Count>
  )),
  perSize(t("stock.table.available"), "text-right tabular-nums", (size, row) => (
    <Count size={size} of={row}>
      <span className={stockColour(size.available)}>{size.available ?? t("stock.table.notCounted")}</span>
    </Count>
  )),
  perSize(t("stock.table.held"), "text-right tabular-nums max-md:hidden", ({ heldByUnpaid }) =>
    heldByUnpaid === 0 ? "–" : heldByUnpaid,
  ),
  { heading: t("stock.table.status"), className: "max-md:hidden", cell: (row) => <Status row={row} /> },
  {
    heading: t("common.badge"),
    className: "max-md:hidden",
    cell: (row) => (
      <span className="flex gap-1 whitespace-nowrap">
        <ProductBadges badge={row.badge} isFeatured={row.isFeatured} />
      </span>
    ),
  },
]

function perSize(heading: string, className: string, cell: (size: Size, row: Row) => ReactNode): Column<Row> {
  return {
    heading,
    className,
    cell: (row) =>
      row.variants.map((size) => (
        <span key={size.id} className="block">
          {cell(size, row)}
        </span>
      )),
  }
}

interface CountProps {
  size: Size
  of: Row
  children: ReactNode
}

const Count = ({ size: { counted, weight }, of: { title }, children }: CountProps) =>
  counted === null ? (
    children
  ) : (
    <CountStock name={`${title} ${weight}`.trim()} counted={counted}>
      {children}
    </CountStock>
  )

const stockColour = (available: number | null) =>
  available === null || available >= LOW_BELOW
    ? ""
    : available > 0
      ? "text-ui-tag-orange-text font-medium"
      : "text-ui-tag-red-text font-medium"

function Status({ row: { status, missing } }: { row: Row }) {
  const { t } = useTranslation("shop")
  return (
    <span className="flex flex-col items-start gap-y-1 py-2">
      <StatusBadge color={status === "published" ? "green" : "grey"}>
        {status === "published" ? t("common.published") : t("stock.table.draft")}
      </StatusBadge>
      {missing.length > 0 && (
        <Text size="xsmall" className="text-ui-tag-orange-text">
          {t("stock.table.missing", { count: missing.length, first: missing[0]?.words })}
          {missing.length > 1 && " …"}
        </Text>
      )}
    </span>
  )
}
