import { Skeleton, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { LoadError } from "../components/load-error"
import { Rows } from "../components/rows"
import { Card } from "./card"
import { vatQuery, type Span } from "./report"

const number = "text-right tabular-nums"

/** VAT by rate, with the sum as the last line. */
export function Vat({ span }: { span: Span }) {
  const query = useQuery(vatQuery(span))
  const { data: vat, error } = query
  const sumOf = (of: "grossPence" | "vatPence") => (vat ?? []).reduce((sum, line) => sum + line[of], 0)
  const rows = [
    ...(vat ?? []).map((line) => ({ ...line, name: `${line.rate}%` })),
    { name: "Total", grossPence: sumOf("grossPence"), vatPence: sumOf("vatPence") },
  ]
  return (
    <Card
      title="VAT"
      hint="In the sales less the refunds of these days, to the penny as on the receipts and in the sales CSV. What is still to be refunded, and disputes, are not counted."
    >
      <LoadError what="The VAT could not be loaded" of={query} />
      {!vat && !error && <Skeleton className="h-24 w-full" aria-label="Loading the VAT" />}
      {vat?.length === 0 && <Text className="text-ui-fg-subtle">No payments on these days.</Text>}
      {vat !== undefined && vat.length > 0 && (
        <Rows
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { heading: "Rate", cell: ({ name }) => name },
            { heading: "Sales with VAT", className: number, cell: (row) => formatPence(row.grossPence) },
            { heading: "VAT in it", className: number, cell: (row) => formatPence(row.vatPence) },
          ]}
        />
      )}
    </Card>
  )
}
