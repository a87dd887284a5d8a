import { Container, Copy, InlineTip, Text } from "@medusajs/ui"
import type { Overview } from "./overview"

/** Wallets stop looking after twenty unpaid addresses in a row (BIP44). */
const GAP_LIMIT = 20
const GAP_WARNING = 15

/** The first addresses, to be compared with the wallet's own, and how many unpaid ones lie in a row. */
export function Wallet({ overview: { addresses, status } }: { overview: Overview }) {
  const given = status?.wallet.next_index ?? 0
  return (
    <div className="flex flex-col gap-y-3">
      {status && <Gap gap={status.gap} />}
      <Container className="p-0">
        <div className="flex flex-col gap-1 px-6 py-4">
          <Text weight="plus">The wallet’s first ten addresses</Text>
          <Text size="small" className="text-ui-fg-subtle">
            Compare them with the receive addresses that your own wallet shows. If one differs, the shop takes
            money for another wallet: stop it, and set BITCOIN_DESCRIPTOR right. {given}{" "}
            {given === 1 ? "address was" : "addresses were"} given out so far.
          </Text>
        </div>
        <ol className="divide-y border-t">
          {addresses.map((address, index) => (
            <li key={address} className="txt-compact-small flex items-center gap-3 px-6 py-2.5">
              <span className="text-ui-fg-muted w-6 text-right tabular-nums">{index}</span>
              <code className="break-all">{address}</code>
              <Copy content={address} className="text-ui-fg-muted" />
              {index < given && <span className="text-ui-fg-muted ml-auto whitespace-nowrap">given out</span>}
            </li>
          ))}
        </ol>
      </Container>
    </div>
  )
}

function Gap({ gap: { now, longest } }: { gap: { now: number; longest: number } }) {
  if (longest >= GAP_LIMIT)
    return (
      <InlineTip variant="error" label="Your wallet may not show all that was paid">
        {longest} addresses in a row were given out and not paid; most wallets stop looking at {GAP_LIMIT}.
        Set your wallet’s gap limit to {longest + GAP_LIMIT} or more. The shop itself sees it all.
      </InlineTip>
    )
  if (now >= GAP_WARNING)
    return (
      <InlineTip variant="warning" label="Raise your wallet’s gap limit">
        {now} addresses in a row were given out and not paid; at {GAP_LIMIT} most wallets stop looking.
      </InlineTip>
    )
  return (
    <InlineTip variant="success" label="Your wallet sees everything">
      {now === 0
        ? "The last address that was given out is paid."
        : `${now === 1 ? "1 address was" : `${now} addresses were`} given out since the last paid one; wallets look ${GAP_LIMIT} ahead.`}
    </InlineTip>
  )
}
