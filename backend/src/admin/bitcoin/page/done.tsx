import { Container, Table, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { moment } from "../../components/moment"
import type { Overview } from "./overview"

const LABELS: Readonly<Record<string, string>> = {
  request_poll: "Checked now",
  accept: "Accepted the payment",
  settle_by_hand: "Marked as paid",
  renew_quote: "Renewed the quote",
  ask_refund_address: "Asked for a refund address",
  record_refund: "Recorded a refund",
  keep_surplus: "Kept the surplus",
  case_closed: "Case closed",
}

/** Staff decisions and automatically closed cases, newest first. */
export function Done({ done }: Pick<Overview, "done">) {
  if (done.length === 0)
    return (
      <Container className="flex flex-col items-center py-16">
        <Text size="small" className="text-ui-fg-subtle">
          No decisions yet.
        </Text>
      </Container>
    )
  return (
    <Container className="overflow-x-auto p-0">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>When</Table.HeaderCell>
            <Table.HeaderCell>Order</Table.HeaderCell>
            <Table.HeaderCell>What</Table.HeaderCell>
            <Table.HeaderCell>Who</Table.HeaderCell>
            <Table.HeaderCell>Why</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {done.map(({ at, order_id, number, what, by, reason }) => (
            <Table.Row key={`${at}${order_id}${what}`} className="align-top [&>td]:py-3">
              <Table.Cell className="whitespace-nowrap tabular-nums">{moment(at)}</Table.Cell>
              <Table.Cell>
                <Link to={`/orders/${order_id}`} className="text-ui-fg-interactive hover:underline">
                  #{number ?? "?"}
                </Link>
              </Table.Cell>
              <Table.Cell>{LABELS[what] ?? what}</Table.Cell>
              <Table.Cell className="whitespace-nowrap">{by}</Table.Cell>
              <Table.Cell className="min-w-48 max-w-md whitespace-normal">{reason}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </Container>
  )
}
