import { Copy, InlineTip, Text } from "@medusajs/ui"
import { useRef, type ReactNode } from "react"
import type { Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { Actions } from "./actions"
import { missingOf } from "./amounts"
import { Amounts } from "./amounts-table"
import { Outputs } from "./outputs"
import { Timeline } from "./timeline-view"

/** One payment: why it needs a decision, its amounts, its transactions, and what staff may do. */
export function PaymentView({ payment }: { payment: Payment }) {
  const view = useRef<HTMLDivElement>(null)
  return (
    <div ref={view} tabIndex={-1} className="divide-y outline-none" role="group" aria-label={payment.address}>
      <Reasons payment={payment} />
      <div className="flex flex-col gap-y-4 px-6 py-4">
        <Amounts payment={payment} />
        <Facts payment={payment} />
      </div>
      {payment.outputs.length > 0 && <Outputs payment={payment} />}
      <Actions payment={payment} focusAfterwards={view} />
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
  const hasEnough = missingOf(payment) === null
  return (
    <dl className="txt-compact-small grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      <Fact name={text("facts.address")}>
        <Copyable content={address} />
      </Fact>
      <Fact name={text("facts.confirmations")}>
        {hasEnough
          ? text("facts.confirmationsOf", { now: Math.min(confirmations, required), required })
          : text("facts.confirmationsRequired", { required })}
      </Fact>
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
