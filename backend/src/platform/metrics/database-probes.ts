import { Gauge } from "prom-client"
import { z } from "@medusajs/framework/zod"
import { EARLIER_MONEY } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { countOversold } from "../medusa-tables/stock"
import { OUTBOX_TABLE, querySql, type Database } from "../sql/query"
import { metrics } from "./metrics"
import type { Probe } from "./probes"

const registers = [metrics]
const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  new Gauge({ name, help, labelNames, registers })

const MAX_AGE_MS = 5000
/** No statement counts further: a large number is as alarming as a larger one, and costs less. */
const COUNTED = 10_000

const messages = gauge("shop_outbox_messages", `Messages not finished, ${COUNTED} at most in all.`, "topic")
const failing = gauge(
  "shop_outbox_failing_messages",
  "Messages not finished whose last attempt failed.",
  "topic",
)
const oldest = gauge(
  "shop_outbox_oldest_seconds",
  "Since when the oldest message waits: since it is due, or, if an attempt failed, since it was created. 0: none waits.",
  "topic",
)
const alerted = gauge(
  "shop_outbox_alerted_messages",
  "Messages that keep failing, about which staff were mailed.",
)

const outboxRow = z.object({
  topic: z.string(),
  messages: z.number(),
  failing: z.number(),
  alerted: z.number(),
  oldest: z.number().nullable(),
})
const OUTBOX = `
  select topic, count(*)::int as messages, count(last_error)::int as failing, count(alerted_at)::int as alerted,
         extract(epoch from now() - min(case when attempts = 0 then next_attempt_at else created_at end)
           filter (where attempts > 0 or next_attempt_at <= now()))::float8 as oldest
    from (select * from ${OUTBOX_TABLE} where finished_at is null order by topic, next_attempt_at limit ${COUNTED}) pending
   group by topic`

const OPEN_STATES = ["awaiting_payment", "underpaid", "seen", "confirming", "review"]
const OPEN = `state in ('${OPEN_STATES.join("','")}')`
const since = (moment: string) => `extract(epoch from now() - ${moment})::float8`

/** What the wallet's row tells of the watcher, each with its SQL. Null: there is nothing to tell. */
const WATCHER: readonly [Gauge, sql: string][] = [
  [
    gauge("shop_watcher_last_poll_age_seconds", "Time since the start of the last good poll of the chain."),
    since("last_poll_at"),
  ],
  [
    gauge("shop_watcher_failing_seconds", "How long polls of the chain fail. 0: the last one was good."),
    `coalesce(${since("failing_since")}, 0)`,
  ],
  [
    gauge(
      "shop_chain_source_failing_seconds",
      "How long one of two chain sources is unavailable while the other one is polled. 0: it is available.",
    ),
    `coalesce(${since("source_failing_since")}, 0)`,
  ],
  [gauge("shop_chain_tip_age_seconds", "Age of the newest block by its own time."), since("tip_time")],
  [gauge("shop_chain_tip_height", "Height of the newest block."), "tip_height"],
  [
    gauge(
      "shop_watcher_oldest_due_seconds",
      "How long the oldest open invoice that is due waits for its poll.",
    ),
    `(select coalesce(${since("min(next_poll_at)")}, 0) from bitcoin_invoice where ${OPEN} and next_poll_at <= now())`,
  ],
]
const watcherRow = z.object({ told: z.array(z.number().nullable()) })
const WATCHER_SQL = `select json_build_array(${WATCHER.map(([, sql]) => sql).join(", ")}) as told
  from bitcoin_wallet where retired_at is null`

const invoices = gauge(
  "shop_bitcoin_invoices",
  `Invoices by state: all open ones, and those captured, expired or cancelled within a day. At most ${COUNTED} each.`,
  "state",
)
const openCases = gauge("shop_bitcoin_open_cases", "Payments that wait for a decision of staff.")
const ENDED_STATES = ["expired", "cancelled"]
const stateRow = z.object({ state: z.string(), count: z.number() })
const INVOICES = `
  select state, count(*)::int as count from (
    (select state from bitcoin_invoice where ${OPEN} limit ${COUNTED}) union all
    (select state from bitcoin_invoice
      where state in ('${ENDED_STATES.join("','")}') and expires_at > now() - interval '1 day' limit ${COUNTED}) union all
    (select 'captured' from bitcoin_invoice where captured_at > now() - interval '1 day' limit ${COUNTED}) union all
    (select 'case' from bitcoin_case where closed_at is null limit ${COUNTED}) union all
    (select 'case' from (${EARLIER_MONEY}) earlier limit ${COUNTED})) counted
   group by state`

const oversold = gauge("shop_oversold_items", "Stock levels of which more is reserved than there is.")
/** What the shop's tables tell. Each statement reads a bounded number of rows, by an index where the table grows. */
export function databaseProbes(database: Database, topics: readonly string[]): Probe[] {
  const probe = (name: string, gauges: Gauge[], read: () => Promise<void>): Probe => ({
    name,
    maxAgeMs: MAX_AGE_MS,
    gauges,
    read,
  })
  return [
    probe("outbox", [messages, failing, oldest, alerted], async () => {
      const rows = await querySql(database, outboxRow, OUTBOX)
      for (const topic of new Set([...topics, ...rows.map((row) => row.topic)])) {
        const row = rows.find((one) => one.topic === topic)
        messages.set({ topic }, row?.messages ?? 0)
        failing.set({ topic }, row?.failing ?? 0)
        oldest.set({ topic }, row?.oldest ?? 0)
      }
      alerted.set(rows.reduce((sum, row) => sum + row.alerted, 0))
    }),
    probe(
      "watcher",
      WATCHER.map(([target]) => target),
      async () => {
        // Before the first start with a wallet there is nothing to poll.
        const [row] = await querySql(database, watcherRow, WATCHER_SQL)
        row?.told.forEach((value, index) => {
          const target = WATCHER[index]?.[0]
          if (value === null) target?.remove()
          else target?.set(value)
        })
      },
    ),
    probe("invoices", [invoices, openCases], async () => {
      const rows = await querySql(database, stateRow, INVOICES)
      const counts = new Map(rows.map((row) => [row.state, row.count]))
      for (const state of [...OPEN_STATES, ...ENDED_STATES, "captured"])
        invoices.set({ state }, counts.get(state) ?? 0)
      openCases.set(counts.get("case") ?? 0)
    }),
    probe("stock", [oversold], async () => {
      const [row] = await countOversold(database)
      oversold.set(row?.count ?? 0)
    }),
  ]
}
