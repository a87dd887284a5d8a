import type pg from "pg"
import { z } from "zod"
import { withClient } from "../postgres/connection.js"
import { messageOf, UserError } from "../process/user-error.js"

const row = z.object({
  number: z.coerce.number(),
  address: z.string(),
  dueSats: z.coerce.bigint(),
  /** How much of it may be missing. */
  toleranceSats: z.coerce.bigint(),
  /** What the shop has seen. */
  receivedSats: z.coerce.bigint(),
  state: z.string(),
  isExpired: z.boolean(),
  /** Null: it has no Lightning invoice. */
  bolt11: z.string().nullable(),
})
export type OrderInvoice = z.infer<typeof row>

/** The newest invoice of an order, found by the order's number or id. */
const QUERY = `
  select o.display_id as number, i.address, i.due_sats::text as "dueSats", i.tolerance_sats::text as "toleranceSats",
         i.received_sats::text as "receivedSats", i.state, i.expires_at < now() as "isExpired", l.bolt11
    from "order" o join bitcoin_invoice i on i.order_id = o.id
    left join bitcoin_lightning_invoice l on l.invoice_id = i.id
   where o.id = $1 or o.display_id::text = $1
   order by i.created_at desc limit 1`

/** @throws UserError when there is no such order, or it is not paid with Bitcoin */
export async function findInvoice(databaseUrl: string, order: string): Promise<OrderInvoice> {
  try {
    return await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query(QUERY, [order])
      if (rows.length === 0) throw new UserError(await explainMissing(client, order))
      const read = row.safeParse(rows[0])
      if (read.success) return read.data
      throw new UserError("The shop's database is of another version of the plugin.", [
        z.prettifyError(read.error),
      ])
    })
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError("The shop's database does not answer. Start the shop in another window.", [
      messageOf(error),
    ])
  }
}

async function explainMissing(client: pg.Client, order: string): Promise<string> {
  const { rowCount } = await client.query('select 1 from "order" where id = $1 or display_id::text = $1', [
    order,
  ])
  if (rowCount !== 0) return `Order ${order} is not paid with Bitcoin, so it has no address.`
  const { rows } = await client.query<{ display_id: number }>(
    'select display_id from "order" order by display_id desc limit 1',
  )
  const newest = rows[0]
  return newest === undefined
    ? `There is no order ${order}. The shop has no orders yet.`
    : `There is no order ${order}. The newest order is ${newest.display_id}.`
}
