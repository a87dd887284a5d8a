import { Copy, InlineTip, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { ActionButton } from "./action-dialog"
import { missingOf } from "./amounts"
import { RecordRefund } from "./refund-form"
import { Timeline } from "./timeline-view"

/** One payment: why it needs a decision, its amounts, its transactions, and what staff may do. */
export function PaymentView({ payment }: { payment: Payment }) {
  return (
    <div className="divide-y" role="group" aria-label={payment.address}>
      <Reasons payment={payment} />
      <div className="grid gap-x-10 gap-y-6 px-6 py-4 lg:grid-cols-2">
        <Amounts payment={payment} />
        <Facts payment={payment} />
      </div>
      {payment.outputs.length > 0 && <Outputs payment={payment} />}
      {payment.actions.length > 0 && (
        <div className="flex flex-wrap gap-2 px-6 py-4">
          {payment.actions.map((action) =>
            action === "record_refund" ? (
              <RecordRefund key={action} payment={payment} />
            ) : (
              <ActionButton key={action} action={action} payment={payment} />
            ),
          )}
        </div>
      )}
      <Timeline payment={payment} />
    </div>
  )
}

function Reasons({ payment: { state, reasons } }: { payment: Payment }) {
  const { text, ofCode } = useTexts()
  if (reasons.length === 0) return null
  const sentences = reasons.map((reason) => ofCode("reasons", reason))
  if (state === "review")
    return (
      <div className="px-6 py-4">
        <InlineTip variant="warning" label={text("states.review")}>
          {sentences.join(" ")}
        </InlineTip>
      </div>
    )
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-3">
      {sentences.join(" ")}
    </Text>
  )
}

/** Name, money and bitcoin, in aligned columns. */
function Amounts({ payment }: { payment: Payment }) {
  const { text, money, btc, count } = useTexts()
  const { price, currency, due_sats: due, arrived, received_sats: received, surplus } = payment
  const missing = received === "0" || payment.captured ? null : missingOf(payment)
  const rows = [
    { name: text("amounts.due"), amount: price, sats: due },
    { name: text("amounts.received"), amount: arrived, sats: received },
    ...(missing === null ? [] : [{ name: text("amounts.missing"), ...missing }]),
    ...(Number(surplus) > 0 ? [{ name: text("amounts.surplus"), amount: surplus, sats: null }] : []),
    ...payment.refunds.map(({ amount, sats }) => ({ name: text("amounts.refunded"), amount, sats })),
  ]
  return (
    <table className="txt-compact-small -mt-1 h-fit w-full">
      <caption className="sr-only">{text("amounts.caption")}</caption>
      <thead className="sr-only">
        <tr>
          <th>{text("amounts.caption")}</th>
          <th>{text("amounts.money")}</th>
          <th>{text("amounts.bitcoin")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, amount, sats }, row) => (
          <tr key={row} className="align-top">
            <th scope="row" className="text-ui-fg-subtle py-1 pr-4 text-left font-normal">
              {name}
            </th>
            <td className="whitespace-nowrap py-1 pr-4 text-right font-medium tabular-nums">
              {money(amount, currency)}
            </td>
            <td className="whitespace-nowrap py-1 text-right tabular-nums">
              {sats !== null && (
                <>
                  {btc(sats)}
                  <span className="text-ui-fg-muted block">
                    {text("amounts.sats", { amount: count(sats) })}
                  </span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Facts({ payment }: { payment: Payment }) {
  const { text, money, time } = useTexts()
  const {
    address,
    confirmations,
    required_confirmations: required,
    expires_at: end,
    rate,
    currency,
  } = payment
  const isOver = Date.parse(end) < Date.now()
  const now = Math.min(confirmations, required)
  return (
    <dl className="txt-compact-small grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      <Fact name={text("facts.address")}>
        <Copyable content={address} />
      </Fact>
      <Fact name={text("facts.confirmations")}>{text("facts.confirmationsOf", { now, required })}</Fact>
      <Fact name={text(isOver ? "facts.quoteEnded" : "facts.quoteEnds")}>{time(end)}</Fact>
      <Fact name={text("facts.rate")}>
        {text("facts.rateOf", { amount: money(rate, currency), source: payment.rate_source })}
      </Fact>
      {payment.refund_address !== null && (
        <Fact name={text("facts.refundAddress")}>
          <Copyable content={payment.refund_address} />
        </Fact>
      )}
      {payment.refund_address === null && payment.is_refund_address_awaited && (
        <Fact name={text("facts.refundAddress")}>{text("facts.addressAwaited")}</Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ui-fg-subtle">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function Copyable({ content }: { content: string }) {
  return (
    <span className="flex items-start gap-x-2">
      <code className="break-all">{content}</code>
      <Copy content={content} className="text-ui-fg-muted mt-0.5 shrink-0" />
    </span>
  )
}

function Outputs({ payment: { outputs, required_confirmations: required } }: { payment: Payment }) {
  const { text, btc } = useTexts()
  const statusOf = ({ status, confirmations }: Payment["outputs"][number]) => {
    if (status === "gone" || status === "conflicted") return text(`outputs.${status}`)
    if (confirmations === 0) return text("outputs.unconfirmed")
    return text("facts.confirmationsOf", { now: Math.min(confirmations, required), required })
  }
  return (
    <table className="txt-compact-small w-full table-fixed">
      <caption className="sr-only">{text("outputs.title")}</caption>
      <thead className="text-ui-fg-subtle">
        <tr>
          <th className="px-6 pb-1 pt-3 text-left font-normal">{text("outputs.transaction")}</th>
          <th className="w-28 pb-1 pt-3 text-left font-normal">{text("facts.confirmations")}</th>
          <th className="w-36 px-6 pb-1 pt-3 text-right font-normal">{text("amounts.bitcoin")}</th>
        </tr>
      </thead>
      <tbody>
        {outputs.map((output) => (
          <tr key={`${output.txid}:${output.vout}`} className="last:*:pb-3">
            <td className="px-6 py-1">
              <span className="flex items-center gap-x-2">
                <code className="truncate" title={output.txid}>
                  {output.txid}
                </code>
                <Copy content={output.txid} className="text-ui-fg-muted shrink-0" />
              </span>
            </td>
            <td className="py-1">{statusOf(output)}</td>
            <td className="whitespace-nowrap px-6 py-1 text-right tabular-nums">{btc(output.sats)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
