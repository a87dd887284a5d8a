import { Copy, InlineTip, StatusBadge, Text } from "@medusajs/ui"
import { moment } from "../../components/moment"
import { pounds } from "../../components/pounds"
import { btc, satoshis } from "../amounts"
import { stateLabel } from "../state-labels"
import { Actions } from "./actions"
import { Timeline } from "./timeline"
import { Outputs } from "./outputs"
import { RefundAddress } from "./refund-address"
import { Refunds } from "./refunds"
import type { Invoice } from "./panel"

interface Props {
  orderId: string
  invoice: Invoice
  /** The order's. */
  isCancelled: boolean
}

/** One invoice: how it stands, its amounts, what came, what may be done, what happened. */
export function InvoiceView({ orderId, invoice, isCancelled }: Props) {
  return (
    <div className="divide-y" role="group" aria-label={`Invoice at ${invoice.address}`}>
      <Status invoice={invoice} />
      <div className="grid gap-x-10 gap-y-6 px-6 py-4 lg:grid-cols-2">
        <Address address={invoice.address} />
        <Amounts invoice={invoice} />
        <Terms invoice={invoice} />
      </div>
      {invoice.outputs.length > 0 && <Outputs invoice={invoice} />}
      <RefundAddress invoice={invoice} />
      {invoice.refunds.length > 0 && <Refunds refunds={invoice.refunds} />}
      <Actions orderId={orderId} invoice={invoice} isCancelled={isCancelled} />
      <Timeline invoice={invoice} />
    </div>
  )
}

/** What the panel's head does not say already. */
const SAID_ABOVE = ["confirmed", "review"]

function Status({ invoice: { state, isByHand, why, failing } }: Pick<Props, "invoice">) {
  const { label, colour } = stateLabel(state)
  const isSaid = SAID_ABOVE.includes(state)
  if (isSaid && !isByHand && why === null && failing.length === 0) return null
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {!isSaid && <StatusBadge color={colour}>{label}</StatusBadge>}
        {isByHand && <Text size="small">Marked as paid by staff</Text>}
        {why !== null && (
          <Text size="small" weight="plus">
            {why}
          </Text>
        )}
      </div>
      {failing.map(({ kind, attempts, last_error }) => (
        <InlineTip key={kind} variant="warning" label="Something keeps failing">
          “{kind.replaceAll("_", " ")}” failed {attempts} times and is tried again: {last_error}
        </InlineTip>
      ))}
    </div>
  )
}

/** Three columns that line up: what it is, in pounds, in bitcoin. */
function Amounts({ invoice }: { invoice: Invoice }) {
  const missing = BigInt(invoice.dueSats) - BigInt(invoice.receivedSats)
  const isShort = missing > 0n && BigInt(invoice.receivedSats) > 0n
  const rows = [
    { name: "Amount due", pence: invoice.pricePence, sats: invoice.dueSats },
    { name: "Received", pence: invoice.receivedPence, sats: invoice.receivedSats },
    ...(isShort ? [{ name: "Missing", pence: null, sats: missing.toString() }] : []),
    ...(invoice.isCaptured ? [{ name: "Captured", pence: invoice.capturedPence, sats: null }] : []),
    ...(invoice.surplusPence > 0 ? [{ name: "Surplus", pence: invoice.surplusPence, sats: null }] : []),
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
            <td className="py-1 pr-4 text-right font-medium tabular-nums">
              {pence === null ? "" : pounds(pence)}
            </td>
            <td className="whitespace-nowrap py-1 text-right tabular-nums">
              {sats !== null && (
                <>
                  {btc(sats)} BTC
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

/** It is as long as the panel is wide, and has a line of its own. */
function Address({ address }: { address: string }) {
  return (
    <div className="txt-compact-small flex items-start gap-x-4 lg:col-span-2">
      <span className="text-ui-fg-subtle shrink-0">Address</span>
      <code className="break-all">{address}</code>
      <Copy content={address} className="text-ui-fg-muted mt-0.5 shrink-0" />
    </div>
  )
}

function Terms({ invoice }: { invoice: Invoice }) {
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
    <dl className="txt-compact-small grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ui-fg-subtle">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
