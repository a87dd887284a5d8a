import { Table } from "@medusajs/ui"
import type { PaymentInvoice } from "@shop/contracts/staff-payments"
import { formatBitcoin } from "@shop/contracts"
import { moment } from "../../components/moment"
import { ShortId } from "../../components/short-id"

const LOST: Readonly<Record<string, string>> = {
  gone: "No longer on the network",
  conflicted: "Replaced",
}

/** Every payment that reached the address, with its confirmations. */
export function Outputs({ invoice: { outputs, required } }: { invoice: PaymentInvoice }) {
  return (
    <div className="overflow-x-auto">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>Transaction</Table.HeaderCell>
            <Table.HeaderCell>First seen</Table.HeaderCell>
            <Table.HeaderCell>Confirmations</Table.HeaderCell>
            <Table.HeaderCell className="text-right">BTC</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {outputs.map(({ txid, vout, url, seenAt, status, confirmations, sats }) => (
            <Table.Row key={`${txid}:${vout}`}>
              <Table.Cell>
                <ShortId id={txid} url={url} />
              </Table.Cell>
              <Table.Cell className="whitespace-nowrap">{moment(seenAt)}</Table.Cell>
              <Table.Cell className="whitespace-nowrap">
                {LOST[status] ?? confirmationsLabel(confirmations, required)}
              </Table.Cell>
              <Table.Cell className={`text-right tabular-nums ${LOST[status] ? "line-through" : ""}`}>
                {formatBitcoin(BigInt(sats))}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

function confirmationsLabel(confirmations: number, required: number): string {
  if (confirmations === 0) return "Unconfirmed"
  if (confirmations >= required)
    return `${confirmations} ${confirmations === 1 ? "confirmation" : "confirmations"} (final)`
  return `${confirmations} of ${required}`
}
