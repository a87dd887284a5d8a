import { z } from "@medusajs/framework/zod"
import { withdrawnItemSchema } from "@shop/contracts"
import { isoTime, textOrEmpty, type Database } from "../sql/query"
import { idStatement, statement } from "./statement"

const row = z.object({
  id: z.string(),
  orderId: z.string(),
  number: z.number().int(),
  at: isoTime,
  items: z
    .array(z.unknown())
    .transform((items) => items.map((item) => z.core.parse(withdrawnItemSchema, item))),
  pence: z.number().int(),
  name: textOrEmpty,
  address: textOrEmpty,
  settledAt: isoTime.nullable(),
  settledBy: z.string().nullable(),
  note: z.string().nullable(),
})

export type StoredWithdrawal = z.output<typeof row>

/** The notices are ours; in SQL for the numbers of two hundred orders. */
const SELECT = `
  select w.id, w.order_id as "orderId", o.display_id as number, w.created_at as at, w.items, w.pence, w.name, w.address,
         w.settled_at as "settledAt", w.settled_by as "settledBy", w.note
    from order_withdrawal w join "order" o on o.id = w.order_id`
const INBOX_LIMIT = 200

const ofOrder = statement(row, `${SELECT} where w.order_id = :orderId`)

export async function readWithdrawal(database: Database, orderId: string): Promise<StoredWithdrawal | null> {
  return (await ofOrder(database, { orderId }))[0] ?? null
}

/** Of these orders, those with an open withdrawal. */
export const findWithdrawnOrders = idStatement(
  `select order_id as id from order_withdrawal where settled_at is null and order_id = any(cast(:ids as text[]))`,
)

export const listOpenWithdrawals = statement(
  row,
  `${SELECT} where w.settled_at is null order by w.created_at, w.id limit ${INBOX_LIMIT}`,
)

export const listSettledWithdrawals = statement(
  row,
  `${SELECT} where w.settled_at is not null order by w.settled_at desc, w.id limit ${INBOX_LIMIT}`,
)
