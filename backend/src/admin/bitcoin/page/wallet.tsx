import { Container, Copy, InlineTip, Text } from "@medusajs/ui"
import type { Overview } from "./overview"

/** So many addresses before the wallet would stop looking, and so many more than were needed; as in bitcoin:status. */
const NOTICE = 5
const ROOM = 20

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

function Gap({ gap: { now, longest, limit } }: { gap: { now: number; longest: number; limit: number } }) {
  if (longest >= limit)
    return (
      <InlineTip variant="error" label="Your wallet may not show all that was paid">
        {longest} addresses in a row were given out and not paid; your wallet stops looking at {limit}. Set
        its gap limit, and BITCOIN_WALLET_GAP_LIMIT, to {longest + ROOM} or more. The shop itself sees it all.
      </InlineTip>
    )
  if (now >= limit - NOTICE)
    return (
      <InlineTip variant="warning" label="Raise your wallet’s gap limit">
        {now} addresses in a row were given out and not paid; at {limit} it stops looking.
      </InlineTip>
    )
  return (
    <InlineTip variant="success" label="Your wallet sees everything">
      {now === 0
        ? "The last address that was given out is paid."
        : `${now === 1 ? "1 address was" : `${now} addresses were`} given out since the last paid one; your wallet looks ${limit} ahead.`}
    </InlineTip>
  )
}
