import { Container, InlineTip, StatusBadge, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { stateWords } from "../state-words"
import type { Overview } from "./overview"

/** Whether the shop sees the chain, who looks, and whether what follows is done. */
export function Health({ overview: { status, source, lag, needs } }: { overview: Overview }) {
  return (
    <div className="flex flex-col gap-y-3">
      {needs.map((need) => (
        <InlineTip key={need} variant="warning" label="Needs a person">
          {need}
        </InlineTip>
      ))}
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Card title="The chain">
          {source.map(({ of, height, failure }) => (
            <Fact key={of} name={of}>
              {failure === null ? (
                <StatusBadge color="green">answers</StatusBadge>
              ) : (
                <StatusBadge color="red">does not answer</StatusBadge>
              )}
              {failure !== null && <Text size="small">{failure}</Text>}
              {height !== null && <Text size="small">block {height}</Text>}
            </Fact>
          ))}
          {status && (
            <>
              <Fact name="Network">{status.wallet.network}</Fact>
              <Fact name="Last polled block">block {status.wallet.tip_height ?? "none yet"}</Fact>
              <Fact name="Behind its source">
                {lag === null ? "not known" : lag === 0 ? "nothing" : lag === 1 ? "1 block" : `${lag} blocks`}
              </Fact>
              <Fact name="Last poll">{agoWords(status.wallet.poll_age)}</Fact>
              <Fact name="Polled by (leader)">{status.wallet.polled_by ?? "no process yet"}</Fact>
              {status.wallet.last_failure !== null && (
                <Fact name="Last failure">{status.wallet.last_failure}</Fact>
              )}
            </>
          )}
        </Card>
        {status && (
          <Card title="What follows">
            <Fact name="Pending outbox messages">{status.messages_pending}</Fact>
            <Fact name="Failing outbox messages">{status.messages_failing}</Fact>
            <Fact name="Mails tried in vain">{status.mails_late}</Fact>
            <Fact name="Addresses watched">{status.watched}</Fact>
            {Object.entries(status.states).map(([state, count]) => (
              <Fact key={state} name={stateWords(state).words}>
                {count}
              </Fact>
            ))}
          </Card>
        )}
      </div>
    </div>
  )
}

function agoWords(seconds: number | null): string {
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
