import { Container, StatusBadge, Table, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { moment } from "../../pieces/moment"
import { pounds } from "../../pieces/pounds"
import { btc } from "../amounts"
import type { OpenCase } from "./overview"

const KINDS: Record<OpenCase["kind"], { words: string; colour: "red" | "orange" | "blue" }> = {
  payment: { words: "Payment", colour: "red" },
  owed: { words: "Refund owed", colour: "red" },
  surplus: { words: "Overpaid", colour: "orange" },
  outbox: { words: "Keeps failing", colour: "orange" },
  booking: { words: "Keeps failing", colour: "orange" },
}

/** Each thing that staff may do, as the way out of a case. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  accept: "Accept it",
  ask_refund_address: "Ask for a refund address",
  record_refund: "Give it back",
  keep_surplus: "Keep it",
}

/** What needs a person, the oldest first; each leads to its order, where it is decided. */
export function Inbox({ cases }: { cases: readonly OpenCase[] }) {
  if (cases.length === 0)
    return (
      <Container className="flex flex-col items-center gap-1 py-16">
        <Text weight="plus">Nothing needs you</Text>
        <Text size="small" className="text-ui-fg-subtle">
          Payments that come late, short or twice, and refunds that are owed, will wait here.
        </Text>
      </Container>
    )
  return (
    <Container className="overflow-x-auto p-0">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>Order</Table.HeaderCell>
            <Table.HeaderCell>What happened</Table.HeaderCell>
            <Table.HeaderCell className="text-right">Price</Table.HeaderCell>
            <Table.HeaderCell className="text-right">Received, BTC</Table.HeaderCell>
            <Table.HeaderCell>Waits since</Table.HeaderCell>
            <Table.HeaderCell>Ways out</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {cases.map((one) => (
            <Row key={`${one.kind}${one.invoice_id}${one.since}`} one={one} />
          ))}
        </Table.Body>
      </Table>
    </Container>
  )
}

function Row({ one }: { one: OpenCase }) {
  const { words, colour } = KINDS[one.kind]
  return (
    <Table.Row className="align-top [&>td]:py-3">
      <Table.Cell>
        <Link to={`/orders/${one.order_id}`} className="text-ui-fg-interactive font-medium hover:underline">
          #{one.number ?? "?"}
        </Link>
      </Table.Cell>
      <Table.Cell className="min-w-36 max-w-md whitespace-normal">
        <StatusBadge color={colour}>{words}</StatusBadge>
        <p className="pt-1">{one.why}.</p>
      </Table.Cell>
      <Table.Cell className="text-right tabular-nums">{pounds(one.pricePence)}</Table.Cell>
      <Table.Cell className="whitespace-nowrap text-right tabular-nums">
        <span className="font-medium">{btc(one.receivedSats)}</span>
        <span className="text-ui-fg-muted block">of {btc(one.dueSats)}</span>
      </Table.Cell>
      <Table.Cell className="min-w-24 whitespace-normal tabular-nums">{moment(one.since)}</Table.Cell>
      <Table.Cell className="min-w-40 whitespace-normal">
        <Link to={`/orders/${one.order_id}`} className="text-ui-fg-interactive hover:underline">
          {waysOut(one)}
        </Link>
      </Table.Cell>
    </Table.Row>
  )
}

/** What solves it, in the order in which it is offered there. */
function waysOut({ kind, actions }: OpenCase): string {
  if (kind === "outbox" || kind === "booking") return "It is tried again; let the operator read the log"
  const fitting = kind === "payment" ? actions : actions.filter((action) => /refund|surplus/.test(action))
  const words = fitting.flatMap((action) => WAYS_OUT[action] ?? [])
  return words.length === 0 ? "Wait: the chain usually mends it" : words.join(" · ")
}
