import { isDeepStrictEqual } from "node:util"
import pg from "pg"
import { z } from "zod"
import { Explained } from "../process/explain.js"

const booksSchema = z.object({
  orders: z.array(z.unknown()).min(1),
  invoices: z.array(z.object({ address: z.string() })).min(1),
  captures: z.array(z.unknown()).min(1),
  nextIndex: z.number(),
})
type Books = z.infer<typeof booksSchema>

const LIST = (columns: string, table: string) =>
  `(select json_agg(t) from (select ${columns} from ${table} order by id) t)`

/** What must not get lost, as the database has it. */
export async function readBooks(url: string): Promise<Books> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select
      ${LIST("id, display_id, email, status", '"order"')} as orders,
      ${LIST("id, order_id, address, due_sats, received_sats, state", "bitcoin_invoice")} as invoices,
      ${LIST("id, payment_id, amount", "capture")} as captures,
      (select next_index from bitcoin_wallet where retired_at is null) as "nextIndex"`)
    return booksSchema.parse(rows[0])
  } finally {
    await client.end()
  }
}

/** @throws Explained when a restored database is not that of the backup, or would give an address out again */
export function compareBooks(backedUp: Books, lost: Books, restored: Books): void {
  for (const part of ["orders", "invoices", "captures"] as const)
    if (!isDeepStrictEqual(restored[part], backedUp[part]))
      throw new Explained(`The restored ${part} are not those of the backup.`)
  if (restored.nextIndex <= lost.nextIndex) throw new Explained("An address could be given out twice.")
}
