import { Container, Heading, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { paymentsQuery, type Payment } from "../api"
import { COMES_FIRST, LoadError } from "../components/load-error"
import { useTexts } from "../components/use-texts"
import { paymentLabel } from "./payment-label"
import { PaymentView } from "./payment-view"

/** An order's Bitcoin payments, the newest first. */
export function PaymentSection({ orderId }: { orderId: string }) {
  const { text, time } = useTexts()
  const { data, error, refetch } = useQuery(paymentsQuery(orderId))
  useOrderRefresh(orderId, data?.bitcoin_payments)
  if (error && !data)
    return <LoadError what={text("loadError")} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" style={COMES_FIRST} />
  const [newest, ...earlier] = data.bitcoin_payments
  return (
    <Container className="divide-y p-0" role="region" aria-label={text("title")} style={COMES_FIRST}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-6 py-4">
        <Heading level="h2">{text("title")}</Heading>
        {newest && <StateBadge payment={newest} />}
      </div>
      {newest ? (
        <PaymentView payment={newest} />
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {text("waiting")}
        </Text>
      )}
      {earlier.map((payment) => (
        <details key={payment.id} open={payment.state === "review" || payment.captured}>
          <summary className="txt-compact-small cursor-pointer px-6 py-3">
            <span className="text-ui-fg-subtle pr-3">
              {text("earlier", { date: time(payment.created_at) })}
            </span>
            <StateBadge payment={payment} />
          </summary>
          <PaymentView payment={payment} />
        </details>
      ))}
    </Container>
  )
}

function StateBadge({ payment }: { payment: Payment }) {
  const { text, money } = useTexts()
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
    ?.map(({ id, state, captured, refunds }) => `${id} ${state} ${captured} ${refunds.length}`)
    .join()
  const known = useRef(status)
  useEffect(() => {
    if (known.current !== undefined && known.current !== status)
      void queries.invalidateQueries({ queryKey: ["orders", "detail", orderId] })
    known.current = status
  }, [queries, orderId, status])
}
