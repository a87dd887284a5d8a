import { InlineTip, StatusBadge, Text } from "@medusajs/ui"
import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { moment } from "../components/moment"
import { CardActions } from "./card-actions"
import { CardCases } from "./card-cases"
import { CardRefunds } from "./card-refunds"

/** One payment on the card processor's page: its state, amounts, cases, refunds, actions and timeline. */
export function CardView({ payment }: { payment: StaffCardPayment }) {
  return (
    <div className="divide-y" role="group" aria-label={`Card payment of ${moment(payment.createdAt)}`}>
      <Status payment={payment} />
      {payment.cases.length > 0 && <CardCases payment={payment} />}
      <div className="grid gap-x-10 gap-y-6 px-6 py-4 lg:grid-cols-2">
        <Amounts payment={payment} />
        <Terms payment={payment} />
      </div>
      {payment.refunds.length > 0 && <CardRefunds refunds={payment.refunds} />}
      <CardActions payment={payment} />
      <Timeline payment={payment} />
    </div>
  )
}

const STATES = {
  awaiting_payment: { label: "Awaiting payment", colour: "orange" },
  confirming: { label: "Confirming", colour: "blue" },
  paid: { label: "Paid", colour: "green" },
  expired: { label: "Not paid in time", colour: "grey" },
  cancelled: { label: "Cancelled", colour: "grey" },
  review: { label: "Needs your decision", colour: "red" },
} as const satisfies Record<StaffCardPayment["state"], { label: string; colour: string }>

function Status({ payment: { state, readError, failing, processor } }: { payment: StaffCardPayment }) {
  const { label, colour } = STATES[state]
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      <StatusBadge color={colour} className="w-fit">
        {label}
      </StatusBadge>
      {readError !== null && (
        <InlineTip variant="warning" label={`${processor} does not answer`}>
          The payment is read again soon: {readError}
        </InlineTip>
      )}
      {failing.map(({ kind, attempts, lastError }) => (
        <InlineTip key={kind} variant="warning" label="A background task keeps failing">
          “{kind.replaceAll("_", " ")}” failed {attempts} times and is retried: {lastError}
        </InlineTip>
      ))}
    </div>
  )
}

function Amounts({ payment }: { payment: StaffCardPayment }) {
  const rows: [string, number][] = [
    ["Amount due", payment.pricePence],
    ["Received", payment.receivedPence],
    ...(payment.returnedPence > 0 ? [["Refunded", payment.returnedPence] satisfies [string, number]] : []),
    ...(payment.feePence === null
      ? []
      : [[`Fee of ${payment.processor}`, payment.feePence] satisfies [string, number]]),
  ]
  return (
    <dl className="txt-compact-small grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {rows.map(([name, pence]) => (
        <div key={name} className="contents">
          <dt className="text-ui-fg-subtle">{name}</dt>
          <dd className="text-right font-medium tabular-nums">{formatPence(pence)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Terms({ payment }: { payment: StaffCardPayment }) {
  const { card, processor, processorPaymentId, url, payableUntil, lastReadAt, pages } = payment
  const newest = pages[0]
  return (
    <dl className="txt-compact-small grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {card !== null && <Term name="Method">{card}</Term>}
      {processorPaymentId !== null && (
        <Term name={`Payment at ${processor}`}>
          {url === null ? (
            processorPaymentId
          ) : (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="text-ui-fg-interactive break-all hover:underline"
            >
              {processorPaymentId}
            </a>
          )}
        </Term>
      )}
      {newest !== undefined && (
        <Term name={`Page at ${processor}`}>
          <span className="break-all">{newest.id ?? "not opened"}</span>{" "}
          <span className="text-ui-fg-muted">({newest.state})</span>
        </Term>
      )}
      <Term name="Stock reserved until">{moment(payableUntil)}</Term>
      {lastReadAt !== null && <Term name="Last read">{moment(lastReadAt)}</Term>}
    </dl>
  )
}

function Term({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ui-fg-subtle">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function Timeline({ payment: { timeline, state } }: { payment: StaffCardPayment }) {
  return (
    <details open={state === "review"}>
      <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
        Timeline ({timeline.length})
      </summary>
      <ol className="txt-compact-small flex flex-col gap-y-3 px-6 pb-4">
        {timeline.map(({ at, what, detail, by }) => (
          <li key={`${at}${what}`} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <time dateTime={at} className="text-ui-fg-muted tabular-nums">
              {moment(at)}
            </time>
            <div>
              <span className="font-medium">{what}</span>
              {by !== null && <span className="text-ui-fg-subtle"> by {by}</span>}
              {detail !== null && (
                <Text size="small" className="text-ui-fg-subtle break-words">
                  {detail}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}
