import { clockWarning, type SourceAnswer } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { ShopStatus } from "./status"

/** As `/api/ready` judges it: an older poll means a failing watcher. */
const STALE_SECONDS = 120
/** Blocks come every ten minutes on average. */
const OLD_TIP_SECONDS = 90 * 60
/** Staff are warned this many addresses before the wallet stops looking. */
const GAP_NOTICE = 5
/** How far most wallets look ahead (BIP44): the advised limit leaves this much room. */
const GAP_ROOM = 20
/** So many blocks may come between two polls. */
const LAG = 2

/** What needs a person, each a sentence that says what to do. */
export function statusWarnings(status: ShopStatus, answers: readonly SourceAnswer[] | null): string[] {
  const { wallet, gap } = status
  const behind = lagOf(status, answers)
  return [
    ...(answers ?? []).flatMap((answer) =>
      "failure" in answer
        ? [`${answer.of}: ${answer.failure}.`]
        : (clockWarning(answer.of, answer.clockOffset) ?? []),
    ),
    ...(wallet.poll_age === null
      ? [`The chain has never been polled: is the shop running?${said(wallet.last_failure)}`]
      : wallet.poll_age > STALE_SECONDS
        ? [
            `The chain was last polled ${Math.round(wallet.poll_age)} seconds ago: is the shop running?${said(wallet.last_failure)}`,
          ]
        : []),
    ...(wallet.last_failure !== null && wallet.failing_for !== null
      ? [
          `${wallet.last_failure}, for ${Math.round(wallet.failing_for)} seconds. Expiry pauses until it recovers.`,
        ]
      : []),
    ...(wallet.source_failure !== null && wallet.source_failing_for !== null
      ? [
          `${wallet.source_failure}, for ${Math.round(wallet.source_failing_for)} seconds. The other source is polled; orders that need two wait and do not expire.`,
        ]
      : []),
    ...(wallet.network !== "regtest" && wallet.tip_age !== null && wallet.tip_age > OLD_TIP_SECONDS
      ? [
          `The newest block is ${Math.round(wallet.tip_age / 60)} minutes old: compare it with a block explorer. The source may be cut off.`,
        ]
      : []),
    ...(behind !== null && behind > LAG ? [`The shop is ${behind} blocks behind its source.`] : []),
    ...(status.outbox_cases > 0
      ? [`${status.outbox_cases} × something keeps failing; the shop's log and the staff's email name it.`]
      : []),
    ...(status.earlier_money > 0
      ? [
          `${status.earlier_money} × money was sent to an address before its order was placed, and is not counted. The inbox names the orders: find out whose it is, and record it there.`,
        ]
      : []),
    ...(status.payment_cases > 0
      ? [
          `${status.payment_cases} ${status.payment_cases === 1 ? "payment waits" : "payments wait"} for a decision, in the inbox; staff were emailed. The page of the order offers what can be done.`,
        ]
      : []),
    ...gapSentences(gap),
  ]
}

/** Blocks between the shop's last poll and what its source tells; null when one of them is not known. */
export function lagOf(status: ShopStatus, answers: readonly SourceAnswer[] | null): number | null {
  const heights = (answers ?? []).flatMap((answer) => ("tip" in answer ? [answer.tip.height] : []))
  if (heights.length === 0 || status.wallet.tip_height === null) return null
  return Math.max(0, Math.min(...heights) - status.wallet.tip_height)
}

function gapSentences({ now, longest, limit }: ShopStatus["gap"]): string[] {
  if (longest >= limit)
    return [
      `${longest} addresses in a row were given out and not paid: your wallet stops looking at ${limit}. Set its gap limit to ${longest + GAP_ROOM} or more, and say so on the page Payments, or it will not show what is paid behind them. The shop itself sees it all.`,
    ]
  if (now >= limit - GAP_NOTICE)
    return [
      `${now} addresses in a row were given out and not paid; at ${limit} your wallet stops looking, and Bitcoin is switched off at checkout. On the page Payments: say that your wallet's gap limit is higher now, or make a payment of your own.`,
    ]
  return []
}

function said(failure: string | null): string {
  return failure === null ? "" : ` It says: ${failure}`
}
