import { Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import type { ReactNode } from "react"
import { moment } from "./moment"
import { Rows } from "./rows"

interface RefundRow {
  id: string
  /** ISO time. */
  at: string
  /** Below the time. */
  status?: string
  about: ReactNode
  by: string
  pence: number
}

interface RefundTableProps {
  /** The heading of what is told about each refund. */
  heading: string
  refunds: readonly RefundRow[]
}

/** Money that went back to the buyer. */
export function RefundTable({ heading, refunds }: RefundTableProps) {
  return (
    <Rows
      rows={refunds}
      keyOf={({ id }) => id}
      rowClassName="align-top [&>td]:py-3"
      columns={[
        {
          heading: "Refunded",
          cellClassName: "whitespace-nowrap",
          cell: ({ at, status }) => (
            <>
              {moment(at)}
              {status !== undefined && (
                <Text size="xsmall" className="text-ui-fg-subtle">
                  {status}
                </Text>
              )}
            </>
          ),
        },
        {
          heading,
          cellClassName: "min-w-48 max-w-md whitespace-normal",
          cell: ({ about }) => about,
        },
        { heading: "By", cell: ({ by }) => by },
        {
          heading: "Amount",
          className: "text-right",
          cellClassName: "font-medium tabular-nums",
          cell: ({ pence }) => formatPence(pence),
        },
      ]}
    />
  )
}
