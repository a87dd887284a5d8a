import { Copy, StatusBadge, Text } from "@medusajs/ui"
import type { PaymentInvoice, PaymentPanel } from "@shop/contracts/staff-payments"
import { formatBitcoin, formatPence } from "@shop/contracts"
import { FailingTasks } from "../../components/failing-tasks"
import { moment } from "../../components/moment"
import { Term, Terms } from "../../components/terms"
import { Timeline } from "../../components/timeline"
import { satoshis, stateLabel } from "../format"
import { Actions } from "./actions"
import { Outputs } from "./outputs"
import { refundDue } from "./refund-due"
import { RefundDueBox, Refunds } from "./refunds"

interface Props {
  invoice: PaymentInvoice
  /** The order's. */
  status: PaymentPanel["paymentStatus"]
}

/** One invoice: its state, amounts, outputs, refunds, actions and timeline. */
export function InvoiceView({ invoice, status }: Props) {
  return (
    <div className="divide-y" role="group" aria-label={`Invoice at ${invoice.address}`}>
      <Status invoice={invoice} />
      <div className="grid gap-x-10 gap-y-6 px-6 py-4 lg:grid-cols-2">
        <Address address={invoice.address} />
        <Amounts invoice={invoice} />
        <Quote invoice={invoice} />
      </div>
      {invoice.outputs.length > 0 && <Outputs invoice={invoice} />}
      <RefundDueBox invoice={invoice} status={status} />
      {invoice.refunds.length > 0 && <Refunds refunds={invoice.refunds} />}
      <Actions invoice={invoice} status={status} />
      <Timeline events={eventsOf(invoice)} isOpen={invoice.state === "review"} />
    </div>
  )
}

/** The panel's header shows these states already. */
const SHOWN_ABOVE = ["confirmed", "review"]

function Status({ invoice: { state, isByHand, why, failing } }: Pick<Props, "invoice">) {
  const { label, colour } = stateLabel(state)
  const isShownAbove = SHOWN_ABOVE.includes(state)
  if (isShownAbove && !isByHand && why === null && failing.length === 0) return null
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {!isShownAbove && <StatusBadge color={colour}>{label}</StatusBadge>}
        {isByHand && <Text size="small">Marked as paid by staff</Text>}
        {why !== null && (
          <Text size="small" weight="plus">
            {why}
          </Text>
        )}
      </div>
      <FailingTasks tasks={failing} />
    </div>
  )
}

/** Name, pounds and bitcoin, in aligned columns. */
function Amounts({ invoice }: { invoice: PaymentInvoice }) {
  const isShort = invoice.missingSats !== "0" && invoice.receivedSats !== "0" && !invoice.isCaptured
  const rows = [
    { name: "Amount due", pence: invoice.pricePence, sats: invoice.dueSats },
    { name: "Received", pence: invoice.receivedPence, sats: invoice.receivedSats },
    ...(invoice.todayPence === null
      ? []
      : [{ name: "Received, worth today", pence: invoice.todayPence, sats: null }]),
    ...(isShort
      ? [
          {
            name: "Missing",
            pence: Math.max(0, invoice.pricePence - invoice.receivedPence),
            sats: invoice.missingSats,
          },
        ]
      : []),
    ...(invoice.isCaptured ? [{ name: "Captured", pence: invoice.capturedPence, sats: null }] : []),
    ...(invoice.surplusPence > 0
      ? [
          {
            name: "Surplus",
            pence: invoice.surplusPence,
            sats: refundDue(invoice, { isCancelled: false, outstandingPence: 0 }).sats,
          },
        ]
      : []),
  ]
  return (
    <table className="txt-compact-small -mt-1 h-fit w-full">
      <thead className="sr-only">
        <tr>
          <th>Amount</th>
          <th>Pounds</th>
          <th>Bitcoin</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, pence, sats }) => (
          <tr key={name} className="align-top">
            <th scope="row" className="text-ui-fg-subtle whitespace-nowrap py-1 pr-4 text-left font-normal">
              {name}
            </th>
            <td className="py-1 pr-4 text-right font-medium tabular-nums">{formatPence(pence)}</td>
            <td className="whitespace-nowrap py-1 text-right tabular-nums">
              {sats !== null && (
                <>
                  {formatBitcoin(BigInt(sats))} BTC
                  <span className="text-ui-fg-muted block">{satoshis(sats)}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Address({ address }: { address: string }) {
  return (
    <div className="txt-compact-small flex items-start gap-x-4 lg:col-span-2">
      <span className="text-ui-fg-subtle shrink-0">Address</span>
      <code className="break-all">{address}</code>
      <Copy content={address} className="text-ui-fg-muted mt-0.5 shrink-0" />
    </div>
  )
}

function Quote({ invoice }: { invoice: PaymentInvoice }) {
  const rows: [string, string][] = [
    ["Rate", `£${Number(invoice.rate).toLocaleString("en-GB")} for 1 BTC`],
    ["Rate from", `${invoice.rateSource}, ${moment(invoice.rateAt)}`],
    ["Rate expires", moment(invoice.expiresAt)],
    [
      "Confirmations required",
      invoice.required === 1 ? "1 confirmation" : `${invoice.required} confirmations`,
    ],
    ["Last checked", moment(invoice.lastPollAt)],
  ]
  return (
    <Terms>
      {rows.map(([name, value]) => (
        <Term key={name} name={name}>
          {value}
        </Term>
      ))}
    </Terms>
  )
}

/** The claims of the buyer among the other events, newest first. */
function eventsOf({ timeline, claims }: PaymentInvoice) {
  const claimed = claims.map(({ transactionId, verdict, at }) => ({
    at,
    what: "The buyer sent a transaction id",
    detail: `${transactionId}: ${CLAIMS[verdict] ?? verdict}`,
    by: null,
  }))
  return [...timeline, ...claimed].sort((one, other) => other.at.localeCompare(one.at))
}

const CLAIMS: Readonly<Record<string, string>> = {
  unverifiable: "no transaction id",
  pending: "not looked up yet",
  pays: "pays this invoice",
  mismatch: "pays something else",
  not_found: "unknown to the network",
  unknown: "the chain source was unavailable",
}
