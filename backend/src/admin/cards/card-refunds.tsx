import { Table, Text } from "@medusajs/ui"
import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { moment } from "../components/moment"

type Refund = StaffCardPayment["refunds"][number]

const STATUSES: Record<Refund["status"], string> = {
  requested: "Ordered, not made yet",
  pending: "On its way to the card",
  succeeded: "Made",
  failed: "Failed",
}

const SOURCES: Record<Refund["source"], string> = {
  staff: "staff",
  shop: "the shop, automatically",
  processor: "the processor’s dashboard",
}

/** Money that went back to the card. */
export function CardRefunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <div className="overflow-x-auto">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>Refunded</Table.HeaderCell>
            <Table.HeaderCell>Why</Table.HeaderCell>
            <Table.HeaderCell>By</Table.HeaderCell>
            <Table.HeaderCell className="text-right">Amount</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {refunds.map((refund) => (
            <Table.Row key={refund.id} className="align-top [&>td]:py-3">
              <Table.Cell className="whitespace-nowrap">
                {moment(refund.at)}
                <Text size="xsmall" className="text-ui-fg-subtle">
                  {STATUSES[refund.status]}
                </Text>
              </Table.Cell>
              <Table.Cell className="min-w-48 max-w-md whitespace-normal">
                {refund.reason}
                {refund.error !== null && <p className="text-ui-fg-error">{refund.error}</p>}
              </Table.Cell>
              <Table.Cell>{refund.by ?? SOURCES[refund.source]}</Table.Cell>
              <Table.Cell className="text-right font-medium tabular-nums">
                {formatPence(refund.pence)}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}
