import pg from "pg"
import { z } from "zod"
import { UserError } from "../process/user-error.js"

const row = z.object({
  display_id: z.coerce.number(),
  address: z.string(),
  due_sats: z.coerce.bigint(),
  tolerance_sats: z.coerce.bigint(),
  received_sats: z.coerce.bigint(),
  state: z.string(),
  expires_at: z.date(),
})

export interface OrderInvoice {
  number: number
  address: string
  dueSats: bigint
  /** How much of it may be missing. */
  toleranceSats: bigint
  /** What the shop has seen. */
  receivedSats: bigint
  state: string
  isExpired: boolean
}

/** The newest invoice of an order, found by the order's number or id. */
const QUERY = `
  select o.display_id, i.address, i.due_sats::text, i.tolerance_sats::text, i.received_sats::text, i.state, i.expires_at
    from "order" o join bitcoin_invoice i on i.order_id = o.id
   where o.id = $1 or o.display_id::text = $1
   order by i.created_at desc limit 1`

/** @throws UserError when there is no such order, or it is not paid with Bitcoin */
export async function findInvoice(databaseUrl: string, order: string): Promise<OrderInvoice> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
  } catch {
    throw new UserError(
      "The shop's database does not answer. Start the shop with npm start in another window.",
    )
  }
  try {
    const { rows } = await client.query(QUERY, [order])
    if (rows.length === 0) throw new UserError(await explainMissing(client, order))
    const { display_id, address, due_sats, tolerance_sats, received_sats, state, expires_at } = row.parse(
      rows[0],
    )
    return {
      number: display_id,
      address,
      dueSats: due_sats,
      toleranceSats: tolerance_sats,
      receivedSats: received_sats,
      state,
      isExpired: expires_at < new Date(),
    }
  } finally {
    await client.end()
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
