import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryRows, rows, time, type Connection } from "medusa-payments/database"

const sessionRow = z.object({
  id: z.string(),
  paymentId: z.string(),
  processorId: z.string().nullable(),
  processorPaymentId: z.string().nullable(),
  url: z.string().nullable(),
  state: z.enum(["opening", "open", "complete", "expired", "failed"]),
  expiresAt: time,
  createdAt: time,
})

export type CardSession = z.output<typeof sessionRow>

export async function sessionsOf(connection: Connection, paymentId: string): Promise<CardSession[]> {
  return queryRows(
    connection,
    sessionRow,
    `select * from card_session where payment_id = ? order by created_at desc, id desc`,
    [paymentId],
  )
}

/** Stores that a page is about to be requested. @returns its id */
export async function insertSession(
  connection: Connection,
  paymentId: string,
  expiresAt: number,
): Promise<string> {
  const id = generateEntityId(undefined, "cardses")
  await rows(
    connection,
    `insert into card_session (id, payment_id, state, expires_at) values (?, ?, 'opening', ?)`,
    [id, paymentId, new Date(expiresAt)],
  )
  return id
}

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

export async function markSessionPaid(tx: Connection, id: string, processorPaymentId: string): Promise<void> {
  await rows(
    tx,
    `update card_session set state = 'complete', processor_payment_id = ?, updated_at = now() where id = ?`,
    [processorPaymentId, id],
  )
}

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
