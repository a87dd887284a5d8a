import { Container, InlineTip, StatusBadge, Text } from "@medusajs/ui"
import type { PaymentOverview } from "@shop/contracts/staff-payments"
import type { ReactNode } from "react"

const STATES: Readonly<Record<string, string>> = {
  awaiting_payment: "Awaiting payment",
  underpaid: "Underpaid, time left",
  seen: "Seen, unconfirmed",
  confirming: "Confirming",
  confirmed: "Paid",
  expired: "Expired",
  review: "Needs your decision",
  cancelled: "Cancelled with the order",
  refunded: "Refunded",
}

export function Health({ overview: { status, source, lag, needs } }: { overview: PaymentOverview }) {
  return (
    <div className="flex flex-col gap-y-3">
      {needs.map((need) => (
        <InlineTip key={need} variant="warning" label="Needs attention">
          {need}
        </InlineTip>
      ))}
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Card title="Blockchain">
          {source.map(({ of, height, failure }) => (
            <Fact key={of} name={of}>
              {failure === null ? (
                <StatusBadge color="green">responding</StatusBadge>
              ) : (
                <StatusBadge color="red">not responding</StatusBadge>
              )}
              {failure !== null && <Text size="small">{failure}</Text>}
              {height !== null && <Text size="small">block {height}</Text>}
            </Fact>
          ))}
          {status && (
            <>
              <Fact name="Network">{status.wallet.network}</Fact>
              <Fact name="Last block checked">block {status.wallet.tip_height ?? "none yet"}</Fact>
              <Fact name="Blocks behind">{lag ?? "unknown"}</Fact>
              <Fact name="Last checked">{timeAgo(status.wallet.poll_age)}</Fact>
              <Fact name="Checked by">{status.wallet.polled_by ?? "not checked yet"}</Fact>
              {status.wallet.last_failure !== null && (
                <Fact name="Failing">
                  {status.wallet.last_failure}
                  {status.wallet.failing_for !== null &&
                    ` (first failed ${timeAgo(status.wallet.failing_for)})`}
                </Fact>
              )}
            </>
          )}
        </Card>
        {status && (
          <Card title="Background work">
            <Fact name="Queued in the outbox">{status.messages_pending}</Fact>
            <Fact name="Failing">{status.messages_failing}</Fact>
            <Fact name="Emails failing">{status.mails_late}</Fact>
            <Fact name="Addresses watched">{status.watched}</Fact>
            {Object.entries(status.states).map(([state, count]) => (
              <Fact key={state} name={STATES[state] ?? state}>
                {count}
              </Fact>
            ))}
          </Card>
        )}
      </div>
    </div>
  )
}

function timeAgo(seconds: number | null): string {
  if (seconds === null) return "never"
  if (seconds < 1.5) return "a second ago"
  if (seconds < 120) return `${Math.round(seconds)} seconds ago`
  return `${Math.round(seconds / 60)} minutes ago`
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container className="divide-y p-0">
      <Text weight="plus" className="px-6 py-4">
        {title}
      </Text>
      <dl className="divide-y">{children}</dl>
    </Container>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="txt-compact-small flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-2.5">
      <dt className="text-ui-fg-subtle">{name}</dt>
      <dd className="flex flex-wrap items-center gap-2 break-words text-right tabular-nums">{children}</dd>
    </div>
  )
}
