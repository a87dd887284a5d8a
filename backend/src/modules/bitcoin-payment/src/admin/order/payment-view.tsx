import { Copy, InlineTip, Text } from "@medusajs/ui"
import { useRef, type ReactNode } from "react"
import type { Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { Actions } from "./actions"
import { missingOf } from "./amounts"
import { Amounts } from "./amounts-table"
import { Outputs } from "./outputs"
import { RefundDue } from "./refund-due"
import { Refunds } from "./refunds"
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
      <RefundDue payment={payment} />
      {payment.refunds.length > 0 && <Refunds payment={payment} />}
      <Actions payment={payment} focusAfterwards={view} />
      <Timeline payment={payment} />
    </div>
  )
}

/** Why it needs a decision and what to do about it, or what is unusual; and what is tried again and again. */
function Reasons({ payment: { state, reasons, dispute, by_hand: isByHand, failing } }: { payment: Payment }) {
  const { text, ofCode } = useTexts()
  const texts = reasons.map((reason) => ofCode("reasons", reason))
  const notes = [
    ...(isByHand ? [`${text("timeline.settle_by_hand")}.`] : []),
    ...(state === "review" ? [] : texts.map((reason) => `${reason}.`)),
    ...(dispute === null ? [] : [dispute]),
  ]
  if (texts.length + notes.length + failing.length === 0) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      {state === "review" && (
        <InlineTip variant="warning" label={texts.join(". ")}>
          {ofCode("advice", reasons[0] ?? "", "")}
        </InlineTip>
      )}
      {notes.length > 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {notes.join(" ")}
        </Text>
      )}
      {failing.map(({ task, attempts, error }) => (
        <InlineTip key={task} variant="warning" label={text("reasons.failing")}>
          {text("failing", { task: task.replaceAll("_", " "), attempts, error })}
        </InlineTip>
      ))}
    </div>
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
      <Fact name={text("facts.lastPoll")}>{time(payment.last_poll_at)}</Fact>
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
