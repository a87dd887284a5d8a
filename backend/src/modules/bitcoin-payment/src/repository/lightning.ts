import { z } from "@medusajs/framework/zod"
import { lightningOutput } from "../domain/lightning"
import type { StoredInvoice } from "../domain/stored-invoice"
import { notifyPaymentChanged, queryRows, rows, time, type Connection } from "medusa-payments/database"
import { storeOutput } from "./outputs"
import { queryInvoices } from "./rows"

const lightningRow = z.object({
  paymentHash: z.string(),
  invoiceId: z.string(),
  bolt11: z.string(),
  createdAt: time,
  expiresAt: time,
  unreachableSince: time.nullable(),
  endedAt: time.nullable(),
  settledAt: time.nullable(),
})
/** `asksByLightning` in SQL. */
const ASKS = `i.state = 'awaiting_payment' and i.closed_at is null`
/** The node may settle it yet. */
const UNSETTLED = `l.settled_at is null and l.ended_at is null`
const WITH_INVOICE = `bitcoin_lightning_invoice l join bitcoin_invoice i on i.id = l.invoice_id`

/** The Lightning half of an invoice, as the node last told it. */
export type StoredLightningInvoice = z.output<typeof lightningRow>

export interface NewLightningInvoice {
  readonly paymentHash: string
  readonly bolt11: string
  readonly expiresAt: number
  readonly nextLookAt: number
}

/** Keeps the first one of an invoice: two processes may have asked the node at once, and nobody has seen the other. */
export async function insertLightningInvoice(
  connection: Connection,
  { id, orderId }: Pick<StoredInvoice, "id" | "orderId">,
  { paymentHash, bolt11, expiresAt, nextLookAt }: NewLightningInvoice,
): Promise<void> {
  await connection.transaction(async (trx) => {
    const inserted = await rows(
      trx,
      `insert into bitcoin_lightning_invoice (payment_hash, invoice_id, bolt11, expires_at, next_look_at)
        values (?, ?, ?, ?, ?) on conflict (invoice_id) do nothing returning 1`,
      [paymentHash, id, bolt11, new Date(expiresAt), new Date(nextLookAt)],
    )
    if (inserted.length > 0) await notifyPaymentChanged(trx, orderId)
  })
}

export async function lightningOf(
  connection: Connection,
  invoiceId: string,
): Promise<StoredLightningInvoice | null> {
  const [found] = await queryRows(
    connection,
    lightningRow,
    `select * from bitcoin_lightning_invoice where invoice_id = ?`,
    [invoiceId],
  )
  return found ?? null
}

/** Open quotes that can be paid by Lightning and have no Lightning invoice yet. `minSats`, `maxSats`: the node's bounds. */
export async function invoicesWithoutLightning(
  connection: Connection,
  now: number,
  bounds: { readonly minSats: bigint; readonly maxSats: bigint },
  limit: number,
  except: readonly string[],
): Promise<StoredInvoice[]> {
  return queryInvoices(
    connection,
    `select * from bitcoin_invoice i where ${ASKS} and expires_at > ?
        and due_sats between ?::numeric and ?::numeric and id <> all(?)
        and not exists (select 1 from bitcoin_lightning_invoice l where l.invoice_id = i.id)
      order by created_at desc limit ${limit}`,
    [new Date(now), bounds.minSats.toString(), bounds.maxSats.toString(), [...except]],
  )
}

const dueRow = lightningRow.extend({ orderId: z.string(), isAsked: z.boolean() })
export type DueLightningInvoice = z.output<typeof dueRow>

/** Those that the node is to be asked about, and those that it is to end because their invoice does not ask for them any more. */
export async function dueLightningInvoices(
  connection: Connection,
  now: number,
  limit: number,
  except: readonly string[],
): Promise<DueLightningInvoice[]> {
  return queryRows(
    connection,
    dueRow,
    `select l.*, i.order_id, ${ASKS} as is_asked
       from ${WITH_INVOICE}
      where (l.next_look_at <= ? or l.next_look_at is not null and l.ended_at is null and not (${ASKS}) and l.expires_at > ?)
        and l.payment_hash <> all(?)
      order by l.next_look_at limit ${limit}`,
    [new Date(now), new Date(now), [...except]],
  )
}

/** When the node is asked again; Infinity: never. `ended`: it lets nobody pay it any more. */
export async function recordLook(
  connection: Connection,
  paymentHash: string,
  nextLookAt: number,
  isEnded: boolean,
): Promise<void> {
  await rows(
    connection,
    `update bitcoin_lightning_invoice set next_look_at = ?, ended_at = case when ? then coalesce(ended_at, now()) else ended_at end,
        updated_at = now() where payment_hash = ? and settled_at is null`,
    [nextLookAt === Infinity ? null : new Date(nextLookAt), String(isEnded), paymentHash],
  )
}

const orderRow = z.object({ orderId: z.string() })

/** The pages of those that can be paid show Lightning only while the node answers. */
export async function recordReachable(
  connection: Connection,
  now: number,
  isReachable: boolean,
): Promise<void> {
  const changed = await queryRows(
    connection,
    orderRow,
    `update bitcoin_lightning_invoice l set unreachable_since = ${isReachable ? "null" : "?"}, updated_at = now()
       from bitcoin_invoice i
      where i.id = l.invoice_id and ${UNSETTLED} and l.expires_at > ?
        and l.unreachable_since is ${isReachable ? "not null" : "null"} returning i.order_id`,
    isReachable ? [new Date(now)] : [new Date(now), new Date(now)],
  )
  for (const { orderId } of changed) await notifyPaymentChanged(connection, orderId)
}

export interface Settled {
  readonly paymentHash: string
  readonly receivedMsat: bigint
  readonly settledAt: number
  readonly foundAt: number
  /** 32 bytes in hexadecimal. */
  readonly preimage: string
}

/** Stores a payment as an output of its invoice, once. The next poll judges it if nobody does before. */
export async function recordSettled(connection: Connection, settled: Settled): Promise<StoredInvoice | null> {
  return connection.transaction(async (trx) => {
    const [invoice] = await queryInvoices(
      trx,
      `update bitcoin_invoice set poll_requested = true, updated_at = now()
        where id = (select invoice_id from bitcoin_lightning_invoice where payment_hash = ?) returning *`,
      [settled.paymentHash],
    )
    if (invoice === undefined) return null
    const changed = await rows(
      trx,
      `update bitcoin_lightning_invoice set settled_at = ?, received_msat = ?, preimage = ?, next_look_at = null, updated_at = now()
        where payment_hash = ? and settled_at is null returning 1`,
      [new Date(settled.settledAt), settled.receivedMsat.toString(), settled.preimage, settled.paymentHash],
    )
    if (changed.length > 0) await storeOutput(trx, invoice, lightningOutput(invoice, settled))
    return invoice
  })
}

/** Of these orders, what the node may settle yet: neither paid nor ended. */
export async function unsettledOf(connection: Connection, orderIds: readonly string[]): Promise<string[]> {
  const found = await queryRows(
    connection,
    z.object({ paymentHash: z.string() }),
    `select l.payment_hash from ${WITH_INVOICE}
      where i.order_id = any(?) and i.captured_at is null and i.closed_at is null and ${UNSETTLED}`,
    [[...orderIds]],
  )
  return found.map(({ paymentHash }) => paymentHash)
}

/** Whether the node is to be asked about one of the order's Lightning invoices, and did not answer yet. */
export async function hasUnaskedLightning(
  connection: Connection,
  orderId: string,
  now: number,
): Promise<boolean> {
  const found = await rows(
    connection,
    `select 1 from ${WITH_INVOICE}
      where i.order_id = ? and ${UNSETTLED} and l.next_look_at <= ? limit 1`,
    [orderId, new Date(now)],
  )
  return found.length > 0
}

/** What the buyer's wallet shows of the payment: the shop and the order's number, no goods and no names. */
export async function describedOrder(connection: Connection, orderId: string): Promise<string> {
  const [row] = await queryRows(
    connection,
    z.object({ name: z.string(), number: z.number().int().nullable() }),
    `select s.name, (select o.display_id from "order" o where o.id = ?) as number from store s where s.deleted_at is null limit 1`,
    [orderId],
  )
  const { name, number } = row ?? { name: "", number: null }
  return description(name, number)
}

const description = (name: string, number: number | null) =>
  [name.slice(0, 80), number === null ? "" : `#${number}`].filter((part) => part !== "").join(" ")

/** The newest order that `describedOrder` describes so; null: none. */
export async function orderDescribedAs(connection: Connection, text: string): Promise<string | null> {
  const number = Number(/#(\d{1,9})$/.exec(text)?.[1] ?? NaN)
  if (Number.isNaN(number)) return null
  const [row] = await queryRows(
    connection,
    z.object({ id: z.string(), name: z.string() }),
    `select o.id, s.name from "order" o, store s where o.display_id = ? and s.deleted_at is null order by o.created_at desc limit 1`,
    [number],
  )
  return row !== undefined && description(row.name, number) === text ? row.id : null
}
