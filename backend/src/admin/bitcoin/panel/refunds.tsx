import { Table, Text } from "@medusajs/ui"
import { moment } from "../../components/moment"
import { pounds } from "../../components/pounds"
import { btc } from "../amounts"
import type { Invoice } from "./panel"
import { TransactionId } from "./transaction-id"

/** What staff gave back, as they recorded it. */
export function Refunds({ refunds }: Pick<Invoice, "refunds">) {
  return (
    <div className="overflow-x-auto">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>Refunded</Table.HeaderCell>
            <Table.HeaderCell>How</Table.HeaderCell>
            <Table.HeaderCell>By</Table.HeaderCell>
            <Table.HeaderCell className="text-right">Worth</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {refunds.map((refund) => (
            <Table.Row key={refund.id} className="align-top">
              <Table.Cell className="whitespace-nowrap">{moment(refund.at)}</Table.Cell>
              <Table.Cell className="py-2">
                <How refund={refund} />
              </Table.Cell>
              <Table.Cell>{refund.by}</Table.Cell>
              <Table.Cell className="text-right font-medium tabular-nums">{pounds(refund.pence)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

function How({ refund }: { refund: Invoice["refunds"][number] }) {
  return (
    <div className="flex flex-col gap-1">
      {refund.sats === null ? (
        <span>In pounds</span>
      ) : (
        <span className="tabular-nums">{btc(refund.sats)} BTC</span>
      )}
      {refund.address !== null && <code className="break-all">{refund.address}</code>}
      {refund.txid !== null && <TransactionId txid={refund.txid} url={refund.url} />}
      {refund.note !== null && <span className="text-ui-fg-subtle">{refund.note}</span>}
      {!refund.isRecorded && (
        <Text size="xsmall" className="text-ui-fg-subtle">
          {refund.lastError === null
            ? "On its way into the order's books."
            : `Not in the order's books yet: ${refund.lastError}`}
        </Text>
      )}
    </div>
  )
}
