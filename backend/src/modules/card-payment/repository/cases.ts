import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { CardPayment, CaseKind } from "../domain/payment"
import { queryRows, rows, type Connection } from "medusa-payments/database"
import { insertMessage } from "medusa-payments/modules/outbox"

export interface NewCase {
  readonly kind: CaseKind
  readonly subject: string
  readonly pence: number
  readonly detail: string
  readonly respondBy: number | null
}

/**
 * Puts something into the staff's inbox and mails them, once for each subject, and again for a dispute that the bank decides anew.
 * @returns whether it is new there
 */
export async function openCase(
  tx: Connection,
  { id: paymentId, orderId }: Pick<CardPayment, "id" | "orderId">,
  { kind, subject, pence, detail, respondBy }: NewCase,
): Promise<boolean> {
  const id = generateEntityId(undefined, "cardcase")
  const [opened] = await queryRows(
    tx,
    z.object({ id: z.string(), incident: z.number().nullable() }),
    `insert into card_case (id, payment_id, kind, subject, pence, detail, respond_by) values (?, ?, ?, ?, ?, ?, ?)
      on conflict (kind, subject) do update
        set closed_at = null, closed_by = null, close_reason = null, respond_by = excluded.respond_by, updated_at = now()
        where card_case.closed_by = 'processor' and card_case.kind in ('dispute', 'dispute_lost')
      returning id, case when id <> ? then extract(epoch from now())::int end as incident`,
    [id, paymentId, kind, subject, pence, detail, respondBy === null ? null : new Date(respondBy), id],
  )
  if (opened === undefined) return false
  const incident = opened.incident ?? undefined
  await insertMessage(tx, {
    topic: "card-effect",
    key: `card-mail_case:${opened.id}${incident === undefined ? "" : `:${incident}`}`,
    payload: { orderId, paymentId, kind: "mail_case", caseId: opened.id, incident },
  })
  return true
}

interface Closing {
  /** The email of staff, or `processor`. */
  readonly by: string
  readonly reason: string
}

/** Closes the case about something. @param about.maxPence only a case of at most this amount. @returns whether it was open */
export async function closeCase(
  tx: Connection,
  { kind, subject, maxPence }: Pick<NewCase, "kind" | "subject"> & { readonly maxPence?: number },
  closing: Closing,
): Promise<boolean> {
  const most = maxPence ?? null
  return close(
    tx,
    "kind = ? and subject = ? and (?::int is null or pence <= ?::int)",
    [kind, subject, most, most],
    closing,
  )
}

export async function closeCaseById(
  connection: Connection,
  paymentId: string,
  id: string,
  closing: Closing,
): Promise<boolean> {
  return close(connection, "payment_id = ? and id = ?", [paymentId, id], closing)
}

async function close(
  connection: Connection,
  where: string,
  bindings: readonly (string | number | null)[],
  { by, reason }: Closing,
): Promise<boolean> {
  const closed = await rows(
    connection,
    `update card_case set closed_at = now(), closed_by = ?, close_reason = ?, updated_at = now()
      where ${where} and closed_at is null returning id`,
    [by, reason, ...bindings],
  )
  return closed.length > 0
}
