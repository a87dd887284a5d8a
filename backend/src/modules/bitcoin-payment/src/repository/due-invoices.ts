import { z } from "@medusajs/framework/zod"
import { DOUBT } from "../domain/arrival"
import type { Policy } from "../domain/invoice"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Txid } from "../ports/chain-source"
import { rows, type Connection } from "medusa-payments/database"
import { queryInvoices } from "./rows"

/** The conditions of the partial indexes: Postgres uses an index only where it can prove its condition. */
export const OPEN = `state in ('awaiting_payment', 'underpaid', 'seen', 'confirming', 'review')`
const PAST = `state in ('confirmed', 'expired', 'cancelled', 'refunded')`
/** Paid in full, but its order had been closed: the next poll makes it a case for staff. */
const PAID_TOO_LATE = `state = 'confirmed' and closed_at is not null and captured_at is null`

/**
 * First the requested invoices and those whose deadline has just passed: what came in time is told from what came late by this
 * poll (`momentBetween`). Then the open ones that have waited longest in proportion to their interval, so that a small budget
 * slows all of them down alike. Those that are over take a fifth, and what the others leave. While an ended quote's order keeps
 * its stock, it is polled as an open one. Invoices that need more than `sources` answering sources wait.
 */
export async function dueInvoices(
  connection: Connection,
  now: number,
  limit: number,
  { graceMs, holdMs }: Pick<Policy, "graceMs" | "holdMs">,
  sources: 1 | 2 = 2,
): Promise<StoredInvoice[]> {
  const forPast = Math.ceil(limit / 5)
  return queryInvoices(
    connection,
    `with requested as (select id from bitcoin_invoice where poll_requested and :enough order by last_poll_at limit :limit),
      ended as (
        select id from bitcoin_invoice where ${OPEN} and next_poll_at <= :now and :enough and (
              state = 'awaiting_payment' and expires_at between last_poll_at and :now and expires_at > :now - :doubt
           or state = 'underpaid' and expires_at + :grace between last_poll_at and :now and expires_at + :grace > :now - :doubt)
         order by expires_at limit :limit),
      late as (select id from bitcoin_invoice where ${PAID_TOO_LATE} and :enough limit :limit),
      open as (
        select id from bitcoin_invoice where ${OPEN} and next_poll_at <= :now and :enough
         order by extract(epoch from :now - last_poll_at) / greatest(1, extract(epoch from next_poll_at - last_poll_at)) desc
         limit :limit),
      held as (
        select id from bitcoin_invoice where ${PAST} and state = 'expired' and closed_at is null and expires_at > :now - :hold
           and next_poll_at <= :now and :enough
         order by next_poll_at limit :limit),
      past as (
        select id from bitcoin_invoice where ${PAST} and next_poll_at <= :now and :enough order by next_poll_at limit :limit),
      ranked as (
        select id, 0 as class, 0 as rank from requested union all
        select id, 0, 0 from ended union all
        select id, 0, 0 from late union all
        select id, 1, row_number() over () from open union all
        select id, 1, row_number() over () from held union all
        select id, case when row_number() over () <= :past then 0 else 2 end, row_number() over () from past),
      chosen as (select id, min(class) as class, min(rank) as rank from ranked group by id order by 2, 3 limit :limit)
     select i.* from chosen c join bitcoin_invoice i on i.id = c.id order by c.class, c.rank`
      .replaceAll(":enough", `required_sources <= ${sources}`)
      .replaceAll(":now", `timestamptz '${new Date(now).toISOString()}'`)
      .replaceAll(":grace", interval(graceMs))
      .replaceAll(":hold", interval(holdMs))
      .replaceAll(":doubt", interval(DOUBT))
      .replaceAll(":limit", String(Math.floor(limit)))
      .replaceAll(":past", String(forPast)),
  )
}

const interval = (ms: number) => `interval '${Math.round(ms)} milliseconds'`

const transactionRow = z.object({ invoice_id: z.string(), txid: z.string() })

/**
 * By invoice: of those asked about, the transactions in the mempool or in a block. A source that sees everything is asked about
 * all that wait in the mempool: it may tell of money to any invoice, and does not tell what became of a replaced one.
 */
export async function transactionsToLookUp(
  connection: Connection,
  invoices: readonly StoredInvoice[],
  sees: "everything" | "addresses",
): Promise<Map<string, Txid[]>> {
  const live = new Map<string, Txid[]>()
  const waiting = `union select invoice_id, txid from bitcoin_output where status = 'mempool'`
  const found = await rows(
    connection,
    `select invoice_id, txid from bitcoin_output
      where invoice_id = any(?) and status in ('mempool', 'confirmed') ${sees === "everything" ? waiting : "group by 1, 2"}`,
    [invoices.map(({ id }) => id)],
  )
  for (const row of found) {
    const { invoice_id: id, txid } = transactionRow.parse(row)
    live.set(id, [...(live.get(id) ?? []), txid])
  }
  return live
}
