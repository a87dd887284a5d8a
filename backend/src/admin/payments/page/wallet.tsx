import { Button, Container, Copy, Heading, InlineTip, Text, toast } from "@medusajs/ui"
import type { PaymentOverview, WalletChange } from "@shop/contracts/staff-payments"
import { useState, type SyntheticEvent } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { failureTitle } from "../../components/ask"
import { TextField } from "../../components/fields"
import { moment } from "../../components/moment"
import { changeWallet, useStaffMutation } from "../api"

export function Wallet({ overview: { addresses, status, walletState } }: { overview: PaymentOverview }) {
  const { t } = useTranslation("shop")
  const given = status?.wallet.next_index ?? 0
  return (
    <div className="flex flex-col gap-y-3">
      {status && given > 0 && <Gap gap={status.gap} />}
      <Container className="divide-y p-0">
        <GapLimit state={walletState} current={status?.gap.limit} />
        <OwnPayment state={walletState} />
      </Container>
      <Container className="p-0">
        <div className="flex flex-col gap-1 px-6 py-4">
          <Heading level="h2">{t("wallet.addresses")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("wallet.compare")} {t("wallet.given", { count: given })}
          </Text>
        </div>
        <ol className="divide-y border-t">
          {addresses.map(({ address, order }, index) => (
            <li key={address} className="txt-compact-small flex items-center gap-3 px-6 py-2.5">
              <span className="text-ui-fg-muted w-6 text-right tabular-nums">{index}</span>
              <code className="break-all">{address}</code>
              <Copy content={address} className="text-ui-fg-muted" />
              {order ? (
                <Link
                  to={`/orders/${order.id}`}
                  className="text-ui-fg-interactive-hover ml-auto whitespace-nowrap hover:underline"
                >
                  {t("wallet.order", { number: order.number })}
                </Link>
              ) : (
                index < given && (
                  <span className="text-ui-fg-muted ml-auto whitespace-nowrap">{t("wallet.givenOut")}</span>
                )
              )}
            </li>
          ))}
        </ol>
      </Container>
    </div>
  )
}

type State = PaymentOverview["walletState"]

/** So many addresses before the wallet would stop looking, and so many more than were needed; as in bitcoin:status. */
const NOTICE = 5
const ROOM = 20

function Gap({ gap: { now, longest, limit } }: { gap: { now: number; longest: number; limit: number } }) {
  const { t } = useTranslation("shop")
  if (longest >= limit)
    return (
      <InlineTip variant="error" label={t("wallet.gapExceeded")}>
        {t("wallet.gapExceededText", { longest, limit, enough: longest + ROOM })}
      </InlineTip>
    )
  if (now >= limit - NOTICE)
    return (
      <InlineTip variant="warning" label={t("wallet.gapNear")}>
        {t("wallet.gapNearText", { now, limit })}
      </InlineTip>
    )
  return (
    <InlineTip variant="success" label={t("wallet.gapFine")}>
      {t("wallet.sinceLastPaid", { count: now, limit })}
    </InlineTip>
  )
}

function useWalletChange() {
  const { t } = useTranslation("shop")
  const { mutate, isPending } = useStaffMutation()
  const change = (body: WalletChange, done: string) =>
    mutate(() => changeWallet(body), {
      onSuccess: () => toast.success(done),
      onError: (error) =>
        toast.error(failureTitle(t("wallet.notChanged"), error), { description: error.message }),
    })
  return { change, isPending }
}

function GapLimit({ state, current }: { state: State; current: number | undefined }) {
  const { t } = useTranslation("shop")
  const { change, isPending } = useWalletChange()
  const [limit, setLimit] = useState(String(state.gap_limit ?? current ?? ""))
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ action: "set_gap_limit", gap_limit: Number(limit) }, t("wallet.gapLimitSaved"))
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h2">{t("wallet.gapLimit")}</Heading>
      <TextField
        label={t("wallet.gapLimitLabel")}
        hint={[
          t("wallet.gapLimitHint"),
          state.gap_limit_set &&
            t("wallet.gapLimitSet", { by: state.gap_limit_set.by, at: moment(state.gap_limit_set.at) }),
        ]
          .filter(Boolean)
          .join(" ")}
        type="number"
        min={20}
        max={1_000_000}
        required
        value={limit}
        onText={setLimit}
        className="w-32"
      />
      <Button type="submit" size="small" variant="secondary" className="w-fit" isLoading={isPending}>
        {t("common.save")}
      </Button>
    </form>
  )
}

/** A payment to an address of the shop's own ends a run of unpaid ones, as a buyer's does. */
function OwnPayment({ state: { unpaid_in_a_row: unpaid, own_address: own } }: { state: State }) {
  const { t } = useTranslation("shop")
  const { change, isPending } = useWalletChange()
  const ask = (done: string) => change({ action: "own_payment" }, done)
  if (unpaid === 0 && own === null) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h2">{t("wallet.ownPayment")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t("wallet.ownPaymentText")}
      </Text>
      {own?.is_open ? (
        <>
          <div className="txt-compact-small flex items-center gap-3">
            <code className="break-all">{own.address}</code>
            <Copy content={own.address} className="text-ui-fg-muted" />
          </div>
          <Button
            size="small"
            variant="secondary"
            className="w-fit"
            isLoading={isPending}
            onClick={() => ask(t("wallet.paymentChecked"))}
          >
            {t("wallet.checkPayment")}
          </Button>
        </>
      ) : (
        <>
          {own?.seen_at && (
            <Text size="small">{t("wallet.lastOwnPayment", { at: moment(own.seen_at) })}</Text>
          )}
          {unpaid > 0 && (
            <Button
              size="small"
              variant="secondary"
              className="w-fit"
              isLoading={isPending}
              onClick={() => ask(t("wallet.addressReady"))}
            >
              {t("wallet.showAddress")}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
