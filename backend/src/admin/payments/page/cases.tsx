import { Container, StatusBadge, Table, Text } from "@medusajs/ui"
import type { ClosedCase, OpenCase } from "@shop/contracts/staff-payments"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { formatBitcoin, formatPence } from "@shop/contracts"
import { moment } from "../../components/moment"

export function OpenCases({ cases }: { cases: readonly OpenCase[] }) {
  const { t } = useTranslation("shop")
  if (cases.length === 0)
    return (
      <Container className="flex flex-col items-center gap-1 py-16">
        <Text weight="plus">{t("payments.cases.none")}</Text>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payments.cases.appearHere")}
        </Text>
      </Container>
    )
  const hasBitcoin = cases.some(({ bitcoin }) => bitcoin !== null)
  return (
    <Container className="overflow-x-auto p-0">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("common.order")}</Table.HeaderCell>
            <Table.HeaderCell>{t("payments.cases.reason")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right max-md:hidden">{t("common.price")}</Table.HeaderCell>
            {hasBitcoin && (
              <Table.HeaderCell className="text-right max-md:hidden">
                {t("payments.cases.received")}
              </Table.HeaderCell>
            )}
            <Table.HeaderCell className="max-md:hidden">{t("payments.cases.waitingSince")}</Table.HeaderCell>
            <Table.HeaderCell className="max-md:hidden">{t("payments.cases.options")}</Table.HeaderCell>
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
  const { t } = useTranslation("shop")
  return (
    <Table.Row className="align-top [&>td]:py-3">
      <Table.Cell>
        <Link
          to={`/orders/${one.orderId}`}
          className="text-ui-fg-interactive-hover font-medium hover:underline"
        >
          #{one.number ?? "?"}
        </Link>
      </Table.Cell>
      <Table.Cell className="max-w-md whitespace-normal break-words md:min-w-36">
        <StatusBadge color={one.label.colour}>{one.label.text}</StatusBadge>
        <p className="pt-1">{one.why}.</p>
        {one.respondBy !== null && (
          <p className="font-medium">{t("payments.cases.answerBefore", { time: moment(one.respondBy) })}</p>
        )}
        <div className="flex flex-col gap-y-1 pt-1 md:hidden">
          <span className="text-ui-fg-subtle tabular-nums">
            {t("payments.cases.priceOf", { price: formatPence(one.pricePence) })}
            {one.bitcoin &&
              ` · ${t("payments.cases.receivedOf", { received: received(one.bitcoin), due: due(one.bitcoin) })}`}
          </span>
          <span className="text-ui-fg-subtle">
            {t("payments.cases.waitingSinceTime", { since: moment(one.since) })}
          </span>
          <Options one={one} />
        </div>
      </Table.Cell>
      <Table.Cell className="text-right tabular-nums max-md:hidden">{formatPence(one.pricePence)}</Table.Cell>
      {hasBitcoin && (
        <Table.Cell className="whitespace-nowrap text-right tabular-nums max-md:hidden">
          {one.bitcoin && (
            <>
              <span className="font-medium">{received(one.bitcoin)}</span>
              <span className="text-ui-fg-muted block">
                {t("payments.cases.due", { due: due(one.bitcoin) })}
              </span>
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
  const { t } = useTranslation("shop")
  if (kind === "failing") return t("payments.cases.retried")
  const links =
    bitcoin === null
      ? [{ label: t("payments.cases.openOrder"), to: `/orders/${orderId}` }]
      : options.map(({ action, label }) => {
          const query = new URLSearchParams({ payment: paymentId, do: action }).toString()
          return { label, to: `/orders/${orderId}?${query}` }
        })
  if (links.length === 0) return t("payments.cases.wait")
  return (
    <ul className="flex flex-col items-start gap-y-1">
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className="text-ui-fg-interactive-hover hover:underline">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function ClosedCases({ cases }: { cases: readonly ClosedCase[] }) {
  const { t } = useTranslation("shop")
  if (cases.length === 0)
    return (
      <Container className="flex flex-col items-center py-16">
        <Text size="small" className="text-ui-fg-subtle">
          {t("payments.cases.noneClosed")}
        </Text>
      </Container>
    )
  return (
    <Container className="overflow-x-auto p-0">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("common.when")}</Table.HeaderCell>
            <Table.HeaderCell>{t("common.order")}</Table.HeaderCell>
            <Table.HeaderCell>{t("payments.cases.what")}</Table.HeaderCell>
            <Table.HeaderCell>{t("common.who")}</Table.HeaderCell>
            <Table.HeaderCell>{t("payments.cases.why")}</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {cases.map(({ at, orderId, number, what, by, reason }) => (
            <Table.Row key={`${at}${orderId}${what}`} className="align-top [&>td]:py-3">
              <Table.Cell className="whitespace-nowrap tabular-nums">{moment(at)}</Table.Cell>
              <Table.Cell>
                <Link to={`/orders/${orderId}`} className="text-ui-fg-interactive-hover hover:underline">
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
