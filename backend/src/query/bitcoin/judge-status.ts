import type { SourceAnswer } from "../../modules/bitcoin-payment"
import type { ShopStatus } from "./read-status"

/** As `/api/ready` judges it: an older look is a sick watcher. */
const STALE_SECONDS = 120
/** Wallets stop looking after twenty unpaid addresses in a row (BIP44). */
const GAP_WARNING = 15
const GAP_LIMIT = 20
/** So many blocks may come between two looks. */
const LAG = 2

/** What needs a person, each a sentence that says what to do; empty: all is well. */
export function judgeStatus(status: ShopStatus, answers: readonly SourceAnswer[] | null): string[] {
  const { wallet, gap } = status
  const behind = lagOf(status, answers)
  return [
    ...(answers ?? []).flatMap((answer) => ("failure" in answer ? [`${answer.of}: ${answer.failure}.`] : [])),
    ...(wallet.look_age === null
      ? [`The chain has never been looked at: is the shop running?${said(wallet.last_failure)}`]
      : wallet.look_age > STALE_SECONDS
        ? [
            `The chain was last looked at ${Math.round(wallet.look_age)} seconds ago: is the shop running?${said(wallet.last_failure)}`,
          ]
        : []),
    ...(behind !== null && behind > LAG ? [`The shop is ${behind} blocks behind its source.`] : []),
    ...(status.act_cases > 0
      ? [`${status.act_cases} × something keeps failing; the shop's log and the staff's mail name it.`]
      : []),
    ...(status.payment_cases > 0
      ? [
          `${status.payment_cases} × a payment needs a person; staff were mailed (docs/payments.md says what to do).`,
        ]
      : []),
    ...gapSentences(gap),
  ]
}

/** Blocks between what the shop has looked at and what its source tells; null when one of them is not known. */
export function lagOf(status: ShopStatus, answers: readonly SourceAnswer[] | null): number | null {
  const heights = (answers ?? []).flatMap((answer) => ("tip" in answer ? [answer.tip.height] : []))
  if (heights.length === 0 || status.wallet.tip_height === null) return null
  return Math.max(0, Math.min(...heights) - status.wallet.tip_height)
}

function gapSentences({ now, longest }: ShopStatus["gap"]): string[] {
  if (longest >= GAP_LIMIT)
    return [
      `${longest} addresses in a row were given out and not paid: most wallets stop looking at ${GAP_LIMIT}. Set your wallet's gap limit to ${longest + GAP_LIMIT} or more, or it will not show what is paid behind them. The shop itself sees it all.`,
    ]
  if (now >= GAP_WARNING)
    return [
      `${now} addresses in a row were given out and not paid; at ${GAP_LIMIT} most wallets stop looking. Raise your wallet's gap limit now.`,
    ]
  return []
}

function said(failure: string | null): string {
  return failure === null ? "" : ` It says: ${failure}`
}
