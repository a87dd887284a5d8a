import { StatusBadge, Table, Text } from "@medusajs/ui"
import { stockOverviewSchema, type STOCK_VIEWS, type StockOverview } from "@shop/contracts/staff"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { ask } from "../components/ask"
import { ProductBadges } from "../components/product-badges"

export type View = (typeof STOCK_VIEWS)[number]
export const PAGE_SIZE = 25

/** One page of the stock overview. */
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
const LOW_BELOW = 6

/** One row per product, one line per size. */
export function StockTable({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="overflow-x-auto">
      <Table className="md:min-w-[42rem]">
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>Product</Table.HeaderCell>
            <Table.HeaderCell>Size</Table.HeaderCell>
            <Table.HeaderCell className="text-right">Price</Table.HeaderCell>
            <Table.HeaderCell className="text-right">In stock</Table.HeaderCell>
            <Table.HeaderCell className="text-right max-md:hidden">Held by unpaid orders</Table.HeaderCell>
            <Table.HeaderCell className="max-md:hidden">Status</Table.HeaderCell>
            <Table.HeaderCell className="max-md:hidden">Badge</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={row.id}>
              <Table.Cell>
                <Link to={`/products/${row.id}`} className="flex items-center gap-x-3 py-2">
                  {row.image ? (
                    <img src={row.image} alt="" className="bg-ui-bg-component size-8 rounded object-cover" />
                  ) : (
                    <span className="bg-ui-bg-component size-8 rounded" />
                  )}
                  <span className="txt-compact-small-plus whitespace-normal">{row.title}</span>
                </Link>
                <span className="md:hidden">
                  {(row.status !== "published" || row.missing.length > 0) && <Status row={row} />}
                </span>
              </Table.Cell>
              <Table.Cell>
                {row.variants.map(({ id, weight }) => (
                  <span key={id} className="block whitespace-nowrap">
                    {weight}
                  </span>
                ))}
              </Table.Cell>
              <Table.Cell className="text-right tabular-nums">
                {row.variants.map(({ id, price, salePrice }) => (
                  <span key={id} className="block whitespace-nowrap">
                    {salePrice !== null && <span className="text-ui-fg-muted">was £{price}, </span>}
                    {price === null ? "–" : `£${salePrice ?? price}`}
                  </span>
                ))}
              </Table.Cell>
              <Table.Cell className="text-right tabular-nums">
                {row.variants.map(({ id, stock }) => (
                  <span key={id} className={`block ${stockColour(stock)}`}>
                    {stock ?? "not counted"}
                  </span>
                ))}
              </Table.Cell>
              <Table.Cell className="text-right tabular-nums max-md:hidden">
                {row.variants.map(({ id, heldByUnpaid }) => (
                  <span key={id} className="block">
                    {heldByUnpaid === 0 ? "–" : heldByUnpaid}
                  </span>
                ))}
              </Table.Cell>
              <Table.Cell className="max-md:hidden">
                <Status row={row} />
              </Table.Cell>
              <Table.Cell className="max-md:hidden">
                <span className="flex gap-1 whitespace-nowrap">
                  <ProductBadges badge={row.badge} isFeatured={row.isFeatured} />
                </span>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

const stockColour = (stock: number | null) =>
  stock === null || stock >= LOW_BELOW
    ? ""
    : stock > 0
      ? "text-ui-tag-orange-text font-medium"
      : "text-ui-tag-red-text font-medium"

function Status({ row: { status, missing } }: { row: Row }) {
  return (
    <span className="flex flex-col items-start gap-y-1 py-2">
      <StatusBadge color={status === "published" ? "green" : "grey"}>
        {status === "published" ? "Published" : "Draft"}
      </StatusBadge>
      {missing.length > 0 && (
        <Text size="xsmall" className="text-ui-tag-orange-text">
          {missing.length} missing: {missing[0]?.words}
          {missing.length > 1 && " …"}
        </Text>
      )}
    </span>
  )
}
