import { Container, InlineTip, StatusBadge, Text } from "@medusajs/ui"
import type { PaymentOverview } from "@shop/contracts/staff-payments"
import type { TFunction } from "i18next"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { payments } from "../../i18n/payments"

export function Health({ overview: { status, source, lag, needs } }: { overview: PaymentOverview }) {
  const { t } = useTranslation("shop")
  return (
    <div className="flex flex-col gap-y-3">
      {needs.map((need) => (
        <InlineTip key={need} variant="warning" label={t("payments.health.attention")}>
          {need}
        </InlineTip>
      ))}
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Card title={t("payments.health.blockchain")}>
          {source.map(({ of, height, failure }) => (
            <Fact key={of} name={of}>
              {failure === null ? (
                <StatusBadge color="green">{t("payments.health.responding")}</StatusBadge>
              ) : (
                <StatusBadge color="red">{t("payments.health.notResponding")}</StatusBadge>
              )}
              {failure !== null && <Text size="small">{failure}</Text>}
              {height !== null && <Text size="small">{t("payments.health.block", { height })}</Text>}
            </Fact>
          ))}
          {status && (
            <>
              <Fact name={t("payments.health.network")}>{status.wallet.network}</Fact>
              <Fact name={t("payments.health.lastBlock")}>
                {status.wallet.tip_height === null
                  ? t("payments.health.noBlock")
                  : t("payments.health.block", { height: status.wallet.tip_height })}
              </Fact>
              <Fact name={t("payments.health.behind")}>{lag ?? t("payments.health.unknown")}</Fact>
              <Fact name={t("payments.health.lastChecked")}>{timeAgo(status.wallet.poll_age, t)}</Fact>
              <Fact name={t("payments.health.checkedBy")}>
                {status.wallet.polled_by ?? t("payments.health.notChecked")}
              </Fact>
              {status.wallet.last_failure !== null && (
                <Fact name={t("payments.health.failing")}>
                  {status.wallet.last_failure}
                  {status.wallet.failing_for !== null &&
                    ` ${t("payments.health.firstFailed", { ago: timeAgo(status.wallet.failing_for, t) })}`}
                </Fact>
              )}
            </>
          )}
        </Card>
        {status && (
          <Card title={t("payments.health.background")}>
            <Fact name={t("payments.health.outbox")}>{status.messages_pending}</Fact>
            <Fact name={t("payments.health.failing")}>{status.messages_failing}</Fact>
            <Fact name={t("payments.health.emailsFailing")}>{status.mails_late}</Fact>
            <Fact name={t("payments.health.addresses")}>{status.watched}</Fact>
            {Object.entries(status.states).map(([state, count]) => (
              <Fact key={state} name={isState(state) ? t(`payments.states.${state}`) : state}>
                {count}
              </Fact>
            ))}
          </Card>
        )}
      </div>
    </div>
  )
}

const isState = (state: string): state is keyof typeof payments.states =>
  Object.hasOwn(payments.states, state)

function timeAgo(seconds: number | null, t: TFunction<"shop">): string {
  if (seconds === null) return t("payments.health.never")
  if (seconds < 1.5) return t("payments.health.aSecondAgo")
  if (seconds < 120) return t("payments.health.secondsAgo", { count: Math.round(seconds) })
  return t("payments.health.minutesAgo", { count: Math.round(seconds / 60) })
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
