import { outputKey } from "../domain/invoice"
import { observe, type TrackedOutput } from "../domain/observe"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Observations } from "../ports/chain-source"
import { queryOne, rows, type Connection } from "medusa-payments/database"
import { setDue } from "./poll-times"
import { invoiceRow, queryInvoices, queryOutputs } from "./rows"
import { mailAbout } from "./verdicts"

export interface Poll {
  readonly startedAt: number
  readonly height: number
  readonly asked: readonly StoredInvoice[]
  /** Whether the answer is complete for every invoice, or for those that were asked about. */
  readonly covers: "everything" | "asked"
  /** When the poll before this one started, if that covered every invoice; null: each invoice has its own time. */
  readonly previousAt: number | null
  readonly graceMs: number
}

export interface PolledInvoice {
  readonly invoice: StoredInvoice
  readonly outputs: readonly TrackedOutput[]
}

/**
 * Stores a poll: each invoice's outputs as `observe` says. An invoice that another poll updated meanwhile is left as it is.
 * @returns the invoices that the poll covered: those that were asked about, and those that a complete answer shows or changes
 */
export async function recordObservations(
  connection: Connection,
  poll: Poll,
  { present, lost }: Observations,
): Promise<PolledInvoice[]> {
  return connection.transaction(async (trx) => {
    const current = await lockInvoices(trx, poll.asked, { present, lost })
    const invoices = withoutOvertaken(current, poll.asked)
    const known = await trackedOutputs(
      trx,
      invoices.map(({ id }) => id),
    )
    const isAsked = new Set(poll.asked.map(({ id }) => id))
    // A poll that was requested while this one ran is still to come.
    const requested = poll.asked.filter(({ isPollRequested }) => isPollRequested).map(({ id }) => id)
    const facts: PolledInvoice[] = []
    const isWaiting: string[] = []
    for (const invoice of invoices) {
      const before = known.filter(({ invoiceId }) => invoiceId === invoice.id)
      const after = observe(before, {
        present: present.filter(({ address }) => address === invoice.address),
        lost,
        startedAt: poll.startedAt,
        height: poll.height,
        lastPollAt: Math.max(poll.previousAt ?? 0, invoice.lastPollAt),
        openedAt: invoice.createdAt,
        openedAtHeight: invoice.openedAtHeight,
        expiresAt: invoice.expiresAt,
        graceMs: poll.graceMs,
      })
      const changed = after.filter((each) => !before.some((same) => same === each))
      for (const output of changed) await storeOutput(trx, invoice, output)
      const isEarlier = changed.some(
        (output) =>
          output.seenAt < invoice.createdAt && !before.some((same) => outputKey(same) === outputKey(output)),
      )
      if (isEarlier) await mailAbout(trx, invoice, "mail_case")
      const isShown = changed.length > 0 || present.some(({ address }) => address === invoice.address)
      if (isAsked.has(invoice.id) || (isShown && poll.covers === "everything"))
        facts.push({ invoice, outputs: after })
      // The source knows more about it than it was asked: the facts are stored, and the verdict waits for its own poll.
      else if (changed.length > 0) isWaiting.push(invoice.id)
    }
    await rows(
      trx,
      `update bitcoin_invoice set last_poll_at = greatest(last_poll_at, ?), poll_requested = poll_requested and not id = any(?)
        where id = any(?)`,
      [new Date(poll.startedAt), requested, facts.map(({ invoice }) => invoice.id)],
    )
    if (isWaiting.length > 0) await rows(trx, setDue("id = any(?)"), [isWaiting])
    return facts
  })
}

export async function readPolledInvoice(connection: Connection, id: string): Promise<PolledInvoice> {
  const sql = `select * from bitcoin_invoice where id = ?`
  const invoice = await queryOne(connection, invoiceRow, sql, [id])
  return { invoice, outputs: await trackedOutputs(connection, [id]) }
}

async function lockInvoices(
  connection: Connection,
  asked: readonly StoredInvoice[],
  { present, lost }: Observations,
): Promise<StoredInvoice[]> {
  return queryInvoices(
    connection,
    `select * from bitcoin_invoice where id in (
        select id from bitcoin_invoice where id = any(?)
        union select id from bitcoin_invoice where address = any(?)
        union select invoice_id from bitcoin_output where txid = any(?))
      order by id for no key update`,
    [
      asked.map(({ id }) => id),
      [...new Set(present.map(({ address }) => address))],
      lost.map(({ txid }) => txid),
    ],
  )
}

/** Without those that were polled since they were asked about: the answer may be older than what is stored. */
function withoutOvertaken(
  current: readonly StoredInvoice[],
  asked: readonly StoredInvoice[],
): StoredInvoice[] {
  const read = new Map(asked.map((invoice) => [invoice.id, invoice]))
  return current.filter((invoice) => (read.get(invoice.id) ?? invoice).lastPollAt === invoice.lastPollAt)
}

async function trackedOutputs(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<(TrackedOutput & { invoiceId: string })[]> {
  return queryOutputs(
    connection,
    `select * from bitcoin_output where invoice_id = any(?) order by seen_at, txid, vout`,
    [[...invoiceIds]],
  )
}

export async function storeOutput(
  connection: Connection,
  invoice: Pick<StoredInvoice, "id" | "createdAt">,
  output: TrackedOutput,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_output (txid, vout, invoice_id, sats, status, height, block_hash, missing_since, missing_height, seen_at, first_block_at, replaces, sent_before_order)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (txid, vout) do update set status = excluded.status, height = excluded.height,
        block_hash = excluded.block_hash, missing_since = excluded.missing_since,
        missing_height = excluded.missing_height, first_block_at = excluded.first_block_at, seen_at = excluded.seen_at,
        sent_before_order = excluded.sent_before_order, updated_at = now()`,
    [
      output.txid,
      output.vout,
      invoice.id,
      output.amount.toString(),
      output.status,
      output.height,
      output.blockHash,
      output.missing === null ? null : new Date(output.missing.since),
      output.missing?.height ?? null,
      new Date(output.seenAt),
      output.firstBlockAt === null ? null : new Date(output.firstBlockAt),
      [...output.replaces],
      String(output.seenAt < invoice.createdAt),
    ],
  )
}
