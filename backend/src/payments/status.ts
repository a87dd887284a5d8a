import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { EARLIER_MONEY, NETWORKS } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX_TABLE, querySql, type Database } from "../platform/sql/query"

const count = z.number().int()
const walletRow = z.object({
  network: z.enum(NETWORKS),
  next_index: count,
  /** Seconds since the start of the last successful poll. */
  poll_age: z.number().nullable(),
  polled_by: z.string().nullable(),
  last_failure: z.string().nullable(),
  /** Why one of two sources is unavailable while the other one is polled, and for how many seconds. */
  source_failure: z.string().nullable(),
  source_failing_for: z.number().nullable(),
  /** Seconds since the polls began to fail, and since the newest block's own time. */
  failing_for: z.number().nullable(),
  tip_age: z.number().nullable(),
  tip_height: count.nullable(),
  /** What staff say that the wallet's own program scans; null: what the settings say. */
  gap_limit: count.nullable(),
  is_rescan_requested: z.boolean(),
})
const WALLET = `
  select network, next_index, extract(epoch from now() - last_poll_at)::float8 as poll_age, polled_by, last_failure, tip_height, gap_limit,
         source_failure, extract(epoch from now() - source_failing_since)::float8 as source_failing_for,
         extract(epoch from now() - failing_since)::float8 as failing_for, extract(epoch from now() - tip_time)::float8 as tip_age,
         rescan_from is not null as is_rescan_requested
    from bitcoin_wallet where retired_at is null`

const stateRow = z.object({ state: z.string(), count })
const STATES = `select state, count(*)::int as count from bitcoin_invoice group by state order by state`

const tallyRow = z.object({
  watched: count,
  polls_requested: count,
  messages_pending: count,
  messages_failing: count,
  mails_late: count,
  payment_cases: count,
  earlier_money: count,
  outbox_cases: count,
})
const TALLY = `
  select (select count(*) from bitcoin_invoice)::int as watched,
         (select count(*) from bitcoin_invoice where poll_requested)::int as polls_requested,
         (select count(*) from ${OUTBOX_TABLE} where topic <> 'mail' and finished_at is null)::int as messages_pending,
         (select count(*) from ${OUTBOX_TABLE} where topic <> 'mail' and finished_at is null and attempts > 0)::int as messages_failing,
         (select count(*) from ${OUTBOX_TABLE} where topic = 'mail' and finished_at is null and attempts > 1)::int as mails_late,
         (select count(*) from bitcoin_case where closed_at is null)::int as payment_cases,
         (select count(*) from (${EARLIER_MONEY}) earlier)::int as earlier_money,
         (select count(*) from ${OUTBOX_TABLE} where finished_at is null and alerted_at is not null)::int as outbox_cases`

const gapRow = z.object({ now: count, longest: count })
/** Addresses in a row that nothing ever reached: behind the last paid one, and the longest such row between two. */
const GAP = `
  with paid as (
    select distinct i.address_index from bitcoin_invoice i
      join bitcoin_wallet w on w.id = i.wallet_id and w.retired_at is null
      join bitcoin_output o on o.invoice_id = i.id and o.status in ('mempool', 'confirmed')
    union
    select a.address_index from bitcoin_own_address a
      join bitcoin_wallet w on w.id = a.wallet_id and w.retired_at is null where a.seen_at is not null),
  rows as (select address_index - lag(address_index, 1, -1) over (order by address_index) - 1 as gap from paid),
  behind as (
    select next_index - 1 - coalesce((select max(address_index) from paid), -1) as gap
      from bitcoin_wallet where retired_at is null)
  select (select gap from behind)::int as now,
         greatest((select gap from behind), (select max(gap) from rows))::int as longest`

export type ShopStatus = z.infer<typeof tallyRow> & {
  readonly wallet: z.infer<typeof walletRow>
  readonly states: Readonly<Record<string, number>>
  readonly gap: z.infer<typeof gapRow> & { readonly limit: number }
}

/** Null: never started with a wallet. `gapLimit`: unused addresses in a row that the wallet's own program scans past. */
export async function readStatus(database: Database, gapLimit: number): Promise<ShopStatus | null> {
  const [wallet] = await querySql(database, walletRow, WALLET)
  if (wallet === undefined) return null
  const states = await querySql(database, stateRow, STATES)
  const [tally] = await querySql(database, tallyRow, TALLY)
  const [gap] = await querySql(database, gapRow, GAP)
  if (tally === undefined || gap === undefined)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A count without a row.")
  return {
    ...tally,
    wallet,
    states: Object.fromEntries(states.map((row) => [row.state, row.count])),
    gap: { ...gap, limit: wallet.gap_limit ?? gapLimit },
  }
}
