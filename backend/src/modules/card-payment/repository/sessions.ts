import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { rows, type Connection } from "medusa-payments/database"

const time = z.date().transform((date) => date.getTime())
const sessionRow = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    processor_id: z.string().nullable(),
    processor_payment_id: z.string().nullable(),
    url: z.string().nullable(),
    state: z.enum(["opening", "open", "complete", "expired", "failed"]),
    expires_at: time,
    created_at: time,
  })
  .transform((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    processorId: row.processor_id,
    /** The processor's payment that was made on it. */
    processorPaymentId: row.processor_payment_id,
    url: row.url,
    state: row.state,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }))

/** One page of the processor. */
export type CardSession = z.output<typeof sessionRow>

/** The pages of a payment, newest first. */
export async function sessionsOf(connection: Connection, paymentId: string): Promise<CardSession[]> {
  const found = await rows(
    connection,
    `select * from card_session where payment_id = ? order by created_at desc, id desc`,
    [paymentId],
  )
  return found.map((row) => sessionRow.parse(row))
}

/** Stores that a page is about to be requested. */
export async function insertSession(
  connection: Connection,
  paymentId: string,
  expiresAt: number,
): Promise<CardSession> {
  const [row] = await rows(
    connection,
    `insert into card_session (id, payment_id, state, expires_at) values (?, ?, 'opening', ?) returning *`,
    [generateEntityId(undefined, "cardses"), paymentId, new Date(expiresAt)],
  )
  return sessionRow.parse(row)
}

/** Stores the page that the processor opened. */
export async function markSessionOpen(
  connection: Connection,
  id: string,
  { id: processorId, url }: { id: string; url: string },
): Promise<void> {
  await rows(
    connection,
    `update card_session set processor_id = ?, url = ?, state = 'open', updated_at = now() where id = ? and state = 'opening'`,
    [processorId, url, id],
  )
}

/** Stores that money came on a page. */
export async function markSessionPaid(tx: Connection, id: string, processorPaymentId: string): Promise<void> {
  await rows(
    tx,
    `update card_session set state = 'complete', processor_payment_id = ?, updated_at = now() where id = ?`,
    [processorPaymentId, id],
  )
}

/** Stores how a page ended without money. */
export async function markSession(
  connection: Connection,
  id: string,
  state: "expired" | "failed",
  error: string | null = null,
): Promise<void> {
  await rows(connection, `update card_session set state = ?, error = ?, updated_at = now() where id = ?`, [
    state,
    error,
    id,
  ])
}
