import { Container, StatusBadge, Table, Text } from "@medusajs/ui"
import type { ClosedCase, OpenCase } from "@shop/contracts/staff-payments"
import { Link } from "react-router-dom"
import { formatBitcoin, formatPence } from "@shop/contracts"
import { moment } from "../../components/moment"

export function OpenCases({ cases }: { cases: readonly OpenCase[] }) {
  if (cases.length === 0)
    return (
      <Container className="flex flex-col items-center gap-1 py-16">
        <Text weight="plus">No open cases</Text>
        <Text size="small" className="text-ui-fg-subtle">
          Late, short and duplicate payments, disputed cards, and refunds due and returns appear here.
        </Text>
      </Container>
    )
  const hasBitcoin = cases.some(({ bitcoin }) => bitcoin !== null)
  return (
    <Container className="overflow-x-auto p-0">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>Order</Table.HeaderCell>
            <Table.HeaderCell>Reason</Table.HeaderCell>
            <Table.HeaderCell className="text-right max-md:hidden">Price</Table.HeaderCell>
            {hasBitcoin && (
              <Table.HeaderCell className="text-right max-md:hidden">Received, BTC</Table.HeaderCell>
            )}
            <Table.HeaderCell className="max-md:hidden">Waiting since</Table.HeaderCell>
            <Table.HeaderCell className="max-md:hidden">Options</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {cases.map((one) => (
            <Row key={`${one.kind}${one.paymentId}${one.since}`} one={one} hasBitcoin={hasBitcoin} />
          ))}
        </Table.Body>
      </Table>
    </Container>
  )
}

/** A phone shows the amounts, the time and the options below the reason. */
function Row({ one, hasBitcoin }: { one: OpenCase; hasBitcoin: boolean }) {
  return (
    <Table.Row className="align-top [&>td]:py-3">
      <Table.Cell>
        <Link to={`/orders/${one.orderId}`} className="text-ui-fg-interactive font-medium hover:underline">
          #{one.number ?? "?"}
        </Link>
      </Table.Cell>
      <Table.Cell className="max-w-md whitespace-normal break-words md:min-w-36">
        <StatusBadge color={one.label.colour}>{one.label.text}</StatusBadge>
        <p className="pt-1">{one.why}.</p>
        {one.respondBy !== null && <p className="font-medium">Answer before {moment(one.respondBy)}</p>}
        <div className="flex flex-col gap-y-1 pt-1 md:hidden">
          <span className="text-ui-fg-subtle tabular-nums">
            Price {formatPence(one.pricePence)}
            {one.bitcoin && ` · ${received(one.bitcoin)} of ${due(one.bitcoin)} BTC`}
          </span>
          <span className="text-ui-fg-subtle">Waiting since {moment(one.since)}</span>
          <Options one={one} />
        </div>
      </Table.Cell>
      <Table.Cell className="text-right tabular-nums max-md:hidden">{formatPence(one.pricePence)}</Table.Cell>
      {hasBitcoin && (
        <Table.Cell className="whitespace-nowrap text-right tabular-nums max-md:hidden">
          {one.bitcoin && (
            <>
              <span className="font-medium">{received(one.bitcoin)}</span>
              <span className="text-ui-fg-muted block">of {due(one.bitcoin)}</span>
            </>
          )}
        </Table.Cell>
      )}
      <Table.Cell className="min-w-24 whitespace-normal tabular-nums max-md:hidden">
        {moment(one.since)}
      </Table.Cell>
      <Table.Cell className="min-w-40 whitespace-normal max-md:hidden">
        <Options one={one} />
      </Table.Cell>
    </Table.Row>
  )
}

type InBitcoin = NonNullable<OpenCase["bitcoin"]>
const received = ({ receivedSats }: InBitcoin) => formatBitcoin(BigInt(receivedSats))
const due = ({ dueSats }: InBitcoin) => formatBitcoin(BigInt(dueSats))

/** A link for each action, which opens its dialog on the order's page; or what staff have to wait for. */
function Options({ one: { kind, bitcoin, options, orderId, paymentId } }: { one: OpenCase }) {
  if (kind === "failing") return "Retried automatically; the operator can read the log"
  const links =
    bitcoin === null
      ? [{ label: "Open the order", to: `/orders/${orderId}` }]
      : options.map(({ action, label }) => {
          const query = new URLSearchParams({ payment: paymentId, do: action }).toString()
          return { label, to: `/orders/${orderId}?${query}` }
        })
  if (links.length === 0) return "Wait: the next blocks usually resolve it"
  return (
    <ul className="flex flex-col items-start gap-y-1">
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className="text-ui-fg-interactive hover:underline">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function ClosedCases({ cases }: { cases: readonly ClosedCase[] }) {
  if (cases.length === 0)
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
          {cases.map(({ at, orderId, number, what, by, reason }) => (
            <Table.Row key={`${at}${orderId}${what}`} className="align-top [&>td]:py-3">
              <Table.Cell className="whitespace-nowrap tabular-nums">{moment(at)}</Table.Cell>
              <Table.Cell>
                <Link to={`/orders/${orderId}`} className="text-ui-fg-interactive hover:underline">
                  #{number ?? "?"}
                </Link>
              </Table.Cell>
              <Table.Cell>{what}</Table.Cell>
              <Table.Cell className="whitespace-nowrap">{by}</Table.Cell>
              <Table.Cell className="min-w-48 max-w-md whitespace-normal">{reason}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </Container>
  )
}
