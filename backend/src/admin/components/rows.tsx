import { Button, clx, Table, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"

export interface Column<Row> {
  heading: string
  /** Of the heading and of every cell. */
  className?: string
  /** Of every cell. */
  cellClassName?: string
  cell: (row: Row, index: number) => ReactNode
}

interface RowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  className?: string
  rowClassName?: string
}

/** A table with a line for each row. A narrow screen scrolls it. */
export function Rows<Row>({ columns, rows, keyOf, className, rowClassName }: RowsProps<Row>) {
  return (
    <div className="overflow-x-auto">
      <Table className={className}>
        <Table.Header>
          <Table.Row>
            {columns.map(({ heading, className }) => (
              <Table.HeaderCell key={heading} className={className}>
                {heading}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={keyOf(row)} className={rowClassName}>
              {columns.map(({ heading, className, cellClassName, cell }, index) => (
                <Table.Cell key={heading} className={clx(className, cellClassName)}>
                  {cell(row, index)}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

interface PagerProps {
  children?: ReactNode
  page: number
  hasMore: boolean
  onPage: (page: number) => void
  labels?: readonly [back: string, on: string]
}

export function Pager({ children, page, hasMore, onPage, labels }: PagerProps) {
  const { t } = useTranslation("shop")
  const [back, on] = labels ?? [t("common.previous"), t("common.next")]
  return (
    <nav aria-label={t("common.pages")} className="flex items-center justify-between gap-x-2 px-6 py-3">
      <Text size="small" className="text-ui-fg-subtle">
        {children}
      </Text>
      <div className="flex gap-x-2">
        <Button size="small" variant="secondary" disabled={page === 0} onClick={() => onPage(page - 1)}>
          {back}
        </Button>
        <Button size="small" variant="secondary" disabled={!hasMore} onClick={() => onPage(page + 1)}>
          {on}
        </Button>
      </div>
    </nav>
  )
}
