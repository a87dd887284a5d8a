import { Container, Heading, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, type ReactNode } from "react"
import { isBitcoin, paymentsQuery, type Payment } from "../api"
import { COMES_FIRST, LoadError } from "../components/load-error"
import { useTexts } from "../components/use-texts"
import { paymentLabel } from "./payment-label"
import { PaymentView } from "./payment-view"

/** Newest first. `isAwaited`: the order is to be paid in Bitcoin, and its first address may come at any moment. */
export function PaymentSections({ orderId, isAwaited }: { orderId: string; isAwaited: boolean }) {
  const { text } = useTexts()
  const { data, error, refetch } = useQuery(paymentsQuery(orderId))
  useOrderRefresh(orderId, data?.payments)
  if (error && !data)
    return <LoadError what={text("loadError")} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" style={COMES_FIRST} />
  const methods = new Set(data.payments.map(({ method }) => method))
  return (
    <>
      {isAwaited && !methods.has("bitcoin") && (
        <Section title={text("title")}>
          <Text size="small" className="text-ui-fg-subtle px-6 py-4">
            {text("waiting")}
          </Text>
        </Section>
      )}
      {[...methods].map((method) => (
        <MethodSection key={method} payments={data.payments.filter((one) => one.method === method)} />
      ))}
    </>
  )
}

function Section({ title, badge, children }: { title: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <Container className="divide-y p-0" role="region" aria-label={title} style={COMES_FIRST}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-6 py-4">
        <Heading level="h2">{title}</Heading>
        {badge}
      </div>
      {children}
    </Container>
  )
}

function MethodSection({ payments: [newest, ...earlier] }: { payments: readonly Payment[] }) {
  const { text, time } = useTexts()
  if (newest === undefined) return null
  const title = isBitcoin(newest) ? text("title") : newest.title
  return (
    <Section title={title} badge={<StateBadge payment={newest} />}>
      <PaymentView payment={newest} />
      {earlier.map((payment) => (
        <details key={payment.id} open={needsAttention(payment)}>
          <summary className="txt-compact-small cursor-pointer px-6 py-3">
            <span className="text-ui-fg-subtle pr-3">
              {text(isBitcoin(payment) ? "earlier" : "earlierPayment", { date: time(payment.created_at) })}
            </span>
            <StateBadge payment={payment} />
          </summary>
          <PaymentView payment={payment} />
        </details>
      ))}
    </Section>
  )
}

function needsAttention(payment: Payment): boolean {
  if (isBitcoin(payment)) return payment.state === "review" || payment.captured
  return payment.cases.length > 0 || payment.refunds.length > 0
}

function StateBadge({ payment }: { payment: Payment }) {
  const { text, money } = useTexts()
  if (!isBitcoin(payment)) return <StatusBadge color={payment.label.colour}>{payment.label.text}</StatusBadge>
  const { key, amount, colour } = paymentLabel(payment)
  return (
    <StatusBadge color={colour}>
      {text(key, amount === null ? {} : { amount: money(amount, payment.currency) })}
    </StatusBadge>
  )
}

/** Medusa's own sections show the payment as well: they are fetched again when it changes. */
function useOrderRefresh(orderId: string, payments: readonly Payment[] | undefined): void {
  const queries = useQueryClient()
  const status = payments
    ?.map((payment) => {
      const { id, refunds } = payment
      const state = isBitcoin(payment)
        ? `${payment.state} ${payment.captured}`
        : `${payment.label.text} ${payment.is_pending} ${payment.cases.length}`
      return `${id} ${state} ${refunds.length}`
    })
    .join()
  const known = useRef(status)
  useEffect(() => {
    if (known.current !== undefined && known.current !== status)
      void queries.invalidateQueries({ queryKey: ["orders", "detail", orderId] })
    known.current = status
  }, [queries, orderId, status])
}
