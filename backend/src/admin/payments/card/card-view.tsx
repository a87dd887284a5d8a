import { InlineTip, StatusBadge, Text } from "@medusajs/ui"
import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { FailingTasks } from "../../components/failing-tasks"
import { moment } from "../../components/moment"
import { ShortId } from "../../components/short-id"
import { Term, Terms } from "../../components/terms"
import { Timeline } from "../../components/timeline"
import { CardActions } from "./card-actions"
import { CardCases } from "./card-cases"
import { CardRefunds } from "./card-refunds"

/** One payment on the card processor's page: its state, amounts, cases, refunds, actions and timeline. */
export function CardView({ payment }: { payment: StaffCardPayment }) {
  return (
    <div className="divide-y" role="group" aria-label={`Card payment of ${moment(payment.createdAt)}`}>
      <Status payment={payment} />
      {payment.cases.length > 0 && <CardCases payment={payment} />}
      <div className="grid gap-x-10 gap-y-6 px-6 py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Amounts payment={payment} />
        <AtProcessor payment={payment} />
      </div>
      {payment.refunds.length > 0 && <CardRefunds payment={payment} />}
      <CardActions payment={payment} />
      <Timeline events={payment.timeline} isOpen={payment.state === "review"} />
    </div>
  )
}

const STATES = {
  awaiting_payment: { label: "Awaiting payment", colour: "orange" },
  confirming: { label: "Confirming", colour: "blue" },
  paid: { label: "Paid", colour: "green" },
  expired: { label: "Not paid in time", colour: "grey" },
  cancelled: { label: "Closed unpaid", colour: "grey" },
  review: { label: "Needs your decision", colour: "red" },
} as const satisfies Record<StaffCardPayment["state"], { label: string; colour: string }>

/** The panel's header shows these states already, and what became of the money since. */
const SHOWN_ABOVE = ["paid", "review"]

function Status({ payment }: { payment: StaffCardPayment }) {
  const { state, isDeclined, readError, failing, processor } = payment
  const { label, colour } = STATES[state]
  const isShownAbove = SHOWN_ABOVE.includes(state)
  if (isShownAbove && readError === null && failing.length === 0) return null
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      {!isShownAbove && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge color={colour}>{label}</StatusBadge>
          {isDeclined && <Text size="small">The card was declined. The buyer can try again.</Text>}
        </div>
      )}
      {readError !== null && (
        <InlineTip variant="warning" label={`${processor} does not answer`}>
          The payment is read again soon: {readError}
        </InlineTip>
      )}
      <FailingTasks tasks={failing} />
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
      : [[`${payment.processor}’s fee`, payment.feePence] satisfies [string, number]]),
  ]
  return (
    <Terms>
      {rows.map(([name, pence]) => (
        <Term key={name} name={name}>
          <span className="block text-right font-medium">{formatPence(pence)}</span>
        </Term>
      ))}
    </Terms>
  )
}

function AtProcessor({ payment }: { payment: StaffCardPayment }) {
  const { card, state, processor, processorPaymentId, url, payableUntil, lastReadAt, pages } = payment
  const newest = pages[0]
  return (
    <Terms>
      {card !== null && <Term name="Method">{card}</Term>}
      {processorPaymentId !== null && (
        <Term name={`Payment at ${processor}`}>
          <ShortId id={processorPaymentId} url={url} />
        </Term>
      )}
      {newest !== undefined && (
        <Term name={`Page at ${processor}`}>
          {newest.id === null ? "not opened yet" : <ShortId id={newest.id} url={newest.url} />}
          <span className="text-ui-fg-subtle block">{newest.state}</span>
        </Term>
      )}
      {state === "awaiting_payment" && <Term name="Stock reserved until">{moment(payableUntil)}</Term>}
      {lastReadAt !== null && <Term name="Last read">{moment(lastReadAt)}</Term>}
    </Terms>
  )
}
