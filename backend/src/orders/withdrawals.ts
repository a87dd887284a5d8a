import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { withdrawnItemSchema, type Withdrawal } from "@shop/contracts"
import { querySql } from "../platform/sql/query"
import { paidOf, parcelsOf, type OrderPage } from "./projections"
import { withdrawalOf } from "./withdrawal-period"

const iso = z.date().transform((date) => date.toISOString())
const text = z
  .string()
  .nullable()
  .transform((value) => value ?? "")
const withdrawalRow = z.object({
  id: z.string(),
  orderId: z.string(),
  number: z.number().int(),
  at: iso,
  items: z
    .array(z.unknown())
    .transform((items) => items.map((item) => z.core.parse(withdrawnItemSchema, item))),
  pence: z.number().int(),
  name: text,
  address: text,
  settledAt: iso.nullable(),
  settledBy: z.string().nullable(),
  note: z.string().nullable(),
})

/** A buyer's notice, as staff and mails read it. */
export type StoredWithdrawal = z.output<typeof withdrawalRow>

const SELECT = `
  select w.id, w.order_id as "orderId", o.display_id as number, w.created_at as at, w.items, w.pence, w.name, w.address,
         w.settled_at as "settledAt", w.settled_by as "settledBy", w.note
    from order_withdrawal w join "order" o on o.id = w.order_id`

/** The notice about an order; null: none was sent. */
export async function readWithdrawal(
  container: MedusaContainer,
  orderId: string,
): Promise<StoredWithdrawal | null> {
  const [row] = await querySql(container, withdrawalRow, `${SELECT} where w.order_id = :orderId`, { orderId })
  return row ?? null
}

const INBOX_LIMIT = 200

/** Notices that staff have not settled, oldest first, or those that they settled last. */
export async function listWithdrawals(
  container: MedusaContainer,
  which: "open" | "settled",
): Promise<StoredWithdrawal[]> {
  const where =
    which === "open"
      ? "where w.settled_at is null order by w.created_at"
      : "where w.settled_at is not null order by w.settled_at desc"
  return querySql(container, withdrawalRow, `${SELECT} ${where}, w.id limit ${INBOX_LIMIT}`)
}

/** What the buyer sees on the order's page; null: there is nothing to return and nothing was sent. */
export async function withdrawalView(
  container: MedusaContainer,
  order: OrderPage,
  isCancellable: boolean,
): Promise<Withdrawal | null> {
  const sent = await readWithdrawal(container, order.id)
  const decision = mayWithdraw(order, isCancellable)
  if (sent === null) return decision.ok ? { until: isoOf(decision.until), sent: null } : null
  const { at, name, address, items, settledAt } = sent
  return {
    until: decision.ok ? isoOf(decision.until) : null,
    sent: { at, name, address, items, settledAt },
  }
}

const isoOf = (date: Date | null) => date?.toISOString() ?? null

/** Whether the buyer may withdraw now. */
export function mayWithdraw(order: OrderPage, isCancellable: boolean): ReturnType<typeof withdrawalOf> {
  const { captured, refunded } = paidOf(order)
  const facts = {
    ...{ isCancelled: order.status === "canceled", isPaid: captured > refunded, isCancellable },
    parcels: parcelsOf(order),
  }
  return withdrawalOf(facts, Date.now())
}
