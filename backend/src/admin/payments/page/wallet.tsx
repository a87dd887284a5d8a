import { Button, Container, Copy, Heading, InlineTip, Text, toast } from "@medusajs/ui"
import type { PaymentOverview, WalletChange } from "@shop/contracts/staff-payments"
import { useState, type SyntheticEvent } from "react"
import { Link } from "react-router-dom"
import { TextField } from "../../components/fields"
import { moment } from "../../components/moment"
import { changeWallet, useStaffMutation } from "../api"

export function Wallet({ overview: { addresses, status, walletState } }: { overview: PaymentOverview }) {
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
          <Heading level="h2">The wallet’s first ten addresses</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            Compare them with the receive addresses that your own wallet shows. If one differs, the shop takes
            money for another wallet: stop it, and correct BITCOIN_DESCRIPTOR. {given || "No"}{" "}
            {given === 1 ? "address was" : "addresses were"} given out so far.
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
                  className="text-ui-fg-interactive ml-auto whitespace-nowrap hover:underline"
                >
                  Order #{order.number}
                </Link>
              ) : (
                index < given && <span className="text-ui-fg-muted ml-auto whitespace-nowrap">given out</span>
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
  if (longest >= limit)
    return (
      <InlineTip variant="error" label="Your wallet may not show all that was paid">
        {longest} addresses in a row were given out and not paid; your wallet stops looking at {limit}. Set
        its gap limit to {longest + ROOM} or more, and write it below. The shop’s own records are complete.
      </InlineTip>
    )
  if (now >= limit - NOTICE)
    return (
      <InlineTip variant="warning" label="Too many addresses in a row are unpaid">
        {now} addresses in a row were given out and not paid; at {limit} your wallet stops looking. Raise its
        gap limit, or make a payment of your own, below.
      </InlineTip>
    )
  return (
    <InlineTip variant="success" label="Your wallet shows every payment">
      {now === 0
        ? "The last address that was given out is paid."
        : `${now === 1 ? "1 address was" : `${now} addresses were`} given out since the last paid one; your wallet looks ahead ${limit}.`}
    </InlineTip>
  )
}

function useWalletChange() {
  const { mutate, isPending } = useStaffMutation()
  const change = (body: WalletChange, done: string) =>
    mutate(() => changeWallet(body), {
      onSuccess: () => toast.success(done),
      onError: (error) => toast.error("Nothing was changed", { description: error.message }),
    })
  return { change, isPending }
}

function GapLimit({ state, current }: { state: State; current: number | undefined }) {
  const { change, isPending } = useWalletChange()
  const [limit, setLimit] = useState(String(state.gap_limit ?? current ?? ""))
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ action: "set_gap_limit", gap_limit: Number(limit) }, "Gap limit saved")
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h2">Gap limit</Heading>
      <TextField
        label="Unused addresses in a row that your wallet shows"
        hint={`Change it in your wallet program first. It applies here at once.${
          state.gap_limit_set ? ` Set by ${state.gap_limit_set.by}, ${moment(state.gap_limit_set.at)}.` : ""
        }`}
        type="number"
        min={20}
        max={1_000_000}
        required
        value={limit}
        onText={setLimit}
        className="w-32"
      />
      <Button type="submit" size="small" variant="secondary" className="w-fit" isLoading={isPending}>
        Save
      </Button>
    </form>
  )
}

/** A payment to an address of the shop's own ends a run of unpaid ones, as a buyer's does. */
function OwnPayment({ state: { unpaid_in_a_row: unpaid, own_address: own } }: { state: State }) {
  const { change, isPending } = useWalletChange()
  const ask = (done: string) => change({ action: "own_payment" }, done)
  if (unpaid === 0 && own === null) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h2">End the run of unpaid addresses</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        If your wallet’s gap limit cannot be raised: send a small amount, 1,000 satoshis or more, from any
        wallet to an address of your own. It belongs to no order, the money stays yours, and your wallet looks
        on from there.
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
            onClick={() => ask("Payment checked")}
          >
            Check for the payment
          </Button>
        </>
      ) : (
        <>
          {own?.seen_at && (
            <Text size="small">The last payment of your own was seen {moment(own.seen_at)}.</Text>
          )}
          {unpaid > 0 && (
            <Button
              size="small"
              variant="secondary"
              className="w-fit"
              isLoading={isPending}
              onClick={() => ask("Address ready")}
            >
              Show an address
            </Button>
          )}
        </>
      )}
    </div>
  )
}
