import { Table, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import type { ReactNode } from "react"
import { moment } from "./moment"

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
    <div className="overflow-x-auto">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>Refunded</Table.HeaderCell>
            <Table.HeaderCell>{heading}</Table.HeaderCell>
            <Table.HeaderCell>By</Table.HeaderCell>
            <Table.HeaderCell className="text-right">Amount</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {refunds.map(({ id, at, status, about, by, pence }) => (
            <Table.Row key={id} className="align-top [&>td]:py-3">
              <Table.Cell className="whitespace-nowrap">
                {moment(at)}
                {status !== undefined && (
                  <Text size="xsmall" className="text-ui-fg-subtle">
                    {status}
                  </Text>
                )}
              </Table.Cell>
              <Table.Cell className="min-w-48 max-w-md whitespace-normal">{about}</Table.Cell>
              <Table.Cell>{by}</Table.Cell>
              <Table.Cell className="text-right font-medium tabular-nums">{formatPence(pence)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}
