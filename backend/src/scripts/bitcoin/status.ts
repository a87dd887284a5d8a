import {
  probeSource,
  sourceSettingsSchema,
  type SourceAnswer,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { EXIT_ACTION_NEEDED, readArguments, runCommand, UserError } from "./command"
import { statusWarnings, lagOf } from "../../payments/status-warnings"
import { readStatus, type ShopStatus } from "../../payments/status"
import { withShopDatabase } from "./shop-database"
import { readShopSettings, type ShopSettings } from "./shop-settings"

const USAGE = `npm run shop bitcoin:status [-- --json]
  How the shop's Bitcoin payments fare: its source, its polls, invoices, outbox, cases, addresses.
  Changes nothing. Exit code 0: all is well; ${EXIT_ACTION_NEEDED}: something needs a person; 2: it could not be told.`

const OPEN = ["awaiting_payment", "underpaid", "seen", "confirming"]

void runCommand(USAGE, async () => {
  const { json } = readArguments(USAGE, { json: { type: "boolean", default: false } })
  const settings = readShopSettings()
  const status = await withShopDatabase(settings, (database) => readStatus(database, settings.gapLimit))
  if (status === null)
    throw new UserError(`The shop has no wallet yet: start it with BITCOIN_DESCRIPTOR. (${settings.foundIn})`)
  const answers = await askSource(settings, status)
  const needs = statusWarnings(status, answers)
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...status, source: answers, lag: lagOf(status, answers), needs }, null, 2)}\n`
      : table(settings, status, answers, needs),
  )
  return needs.length === 0 ? 0 : EXIT_ACTION_NEEDED
})

async function askSource({ source }: ShopSettings, { wallet }: ShopStatus): Promise<SourceAnswer[] | null> {
  return source === null ? null : probeSource(sourceSettingsSchema.parse(source), wallet.network)
}

function table(
  { foundIn }: ShopSettings,
  status: ShopStatus,
  answers: readonly SourceAnswer[] | null,
  needs: readonly string[],
): string {
  const { wallet, states, gap } = status
  const lag = lagOf(status, answers)
  const open = OPEN.reduce((sum, state) => sum + (states[state] ?? 0), 0)
  const ago = wallet.poll_age === null ? "never" : `${Math.round(wallet.poll_age)} s ago`
  const lines: [string, string][] = [
    ["Database", foundIn],
    ["Network", wallet.network],
    ...(answers === null
      ? [["Source", "not told by these settings"] satisfies [string, string]]
      : answers.map((answer): [string, string] => ["Source", answerWords(answer)])),
    ["Last poll", `${ago}${wallet.polled_by === null ? "" : ` by ${wallet.polled_by}, which leads`}`],
    [
      "Height",
      `${wallet.tip_height ?? "unknown"}${lag === null ? "" : lag === 0 ? ", nothing behind" : `, ${lag} behind`}`,
    ],
    ["Invoices", `${open} open, ${status.watched} addresses watched`],
    ...Object.entries(states).map(([state, count]): [string, string] => ["", `${count} ${state}`]),
    ["Outbox", `${status.messages_pending} waiting, ${status.messages_failing} of them tried in vain so far`],
    ["Mails", `${status.mails_late} tried in vain so far`],
    [
      "Cases",
      `${status.payment_cases + status.earlier_money} payments, ${status.outbox_cases} that keep failing`,
    ],
    [
      "Addresses",
      `${wallet.next_index} given out, ${gap.now} unpaid in a row now, ${gap.longest} at the most`,
    ],
    ...(status.polls_requested > 0 || wallet.is_rescan_requested
      ? [["Rescan", `${status.polls_requested} addresses still to be polled`] satisfies [string, string]]
      : []),
  ]
  const verdict =
    needs.length === 0
      ? "All is well."
      : `This needs a person:\n${needs.map((one) => `  ! ${one}`).join("\n")}`
  return `\n${lines.map(([name, value]) => `  ${name.padEnd(10)} ${value}`).join("\n")}\n\n${verdict}\n\n`
}

function answerWords(answer: SourceAnswer): string {
  return "tip" in answer ? `${answer.of} answers: block ${answer.tip.height}` : `${answer.of} does not answer`
}
