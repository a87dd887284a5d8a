import { Copy, InlineTip, Text } from "@medusajs/ui"
import { useRef, type ReactNode, type RefObject } from "react"
import type { DescribedPayment } from "medusa-payments/review"
import { isBitcoin, type BitcoinPayment, type Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { ShortId } from "../components/short-id"
import { Actions, DialogButtons } from "./actions"
import { missingOf } from "./amounts"
import { Amounts } from "./amounts-table"
import { describedDialog } from "./dialogs"
import { Outputs } from "./outputs"
import { RefundDue } from "./refund-due"
import { Refunds } from "./refunds"
import { Timeline } from "./timeline-view"

export function PaymentView({ payment }: { payment: Payment }) {
  const view = useRef<HTMLDivElement>(null)
  const name = isBitcoin(payment) ? payment.address : `${payment.title} ${payment.id}`
  return (
    <div ref={view} tabIndex={-1} className="divide-y outline-none" role="group" aria-label={name}>
      {isBitcoin(payment) ? <Reasons payment={payment} /> : <Cases payment={payment} view={view} />}
      <div className="flex flex-col gap-y-4 px-6 py-4">
        <Amounts payment={payment} />
        {isBitcoin(payment) ? <Facts payment={payment} /> : <DescribedFacts payment={payment} />}
      </div>
      {isBitcoin(payment) && (
        <>
          {payment.outputs.length > 0 && <Outputs payment={payment} />}
          <RefundDue payment={payment} />
        </>
      )}
      {payment.refunds.length > 0 && <Refunds payment={payment} />}
      <div className="px-6 py-4">
        <Actions payment={payment} focusAfterwards={view} />
      </div>
      <Timeline payment={payment} />
    </div>
  )
}

function Cases({
  payment,
  view,
}: {
  payment: Extract<Payment, DescribedPayment>
  view: RefObject<HTMLElement>
}) {
  const { text, money, time } = useTexts()
  const { cases, notes, failing, currency } = payment
  if (cases.length + notes.length + failing.length === 0) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      {cases.map(({ id, what, next, detail, amount, respond_by: end, action }) => (
        <InlineTip key={id} variant="warning" label={`${what} (${money(amount, currency)})`}>
          {detail}. {end !== null && <strong>{text("answerBefore", { date: time(end) })} </strong>}
          {next}
          <div className="pt-3">
            <DialogButtons dialogs={[describedDialog(action)]} payment={payment} focusAfterwards={view} />
          </div>
        </InlineTip>
      ))}
      <Notes notes={notes} failing={failing} />
    </div>
  )
}

function Notes({ notes, failing }: Pick<DescribedPayment, "notes"> & Pick<Payment, "failing">) {
  const { text } = useTexts()
  return (
    <>
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
    </>
  )
}

function Reasons({
  payment: { state, reasons, dispute, by_hand: isByHand, failing },
}: {
  payment: BitcoinPayment
}) {
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
      <Notes notes={notes} failing={failing} />
    </div>
  )
}

function Facts({ payment }: { payment: BitcoinPayment }) {
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
    <dl className={FACTS}>
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

function DescribedFacts({ payment: { facts } }: { payment: DescribedPayment }) {
  const { time } = useTexts()
  if (facts.length === 0) return null
  return (
    <dl className={FACTS}>
      {facts.map(({ name, kind, value, url }) => (
        <Fact key={name} name={name}>
          {kind === "id" ? <ShortId id={value} url={url} /> : kind === "time" ? time(value) : value}
        </Fact>
      ))}
    </dl>
  )
}

const FACTS = "txt-compact-small grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2"

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
