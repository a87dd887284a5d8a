import { generateEntityId } from "@medusajs/framework/utils"
import type { CardPayment, CaseKind } from "../domain/payment"
import { rows, type Connection } from "medusa-payments/database"
import { insertMessage } from "medusa-payments/modules/outbox"

export interface NewCase {
  readonly kind: CaseKind
  readonly subject: string
  readonly pence: number
  readonly detail: string
  readonly respondBy: number | null
}

/** Puts something into the staff's inbox and mails them, once for each subject. @returns whether it is new */
export async function openCase(
  tx: Connection,
  { id: paymentId, orderId }: Pick<CardPayment, "id" | "orderId">,
  { kind, subject, pence, detail, respondBy }: NewCase,
): Promise<boolean> {
  const id = generateEntityId(undefined, "cardcase")
  const opened = await rows(
    tx,
    `insert into card_case (id, payment_id, kind, subject, pence, detail, respond_by) values (?, ?, ?, ?, ?, ?, ?)
      on conflict (kind, subject) do nothing returning id`,
    [id, paymentId, kind, subject, pence, detail, respondBy === null ? null : new Date(respondBy)],
  )
  if (opened.length === 0) return false
  await insertMessage(tx, {
    topic: "card-effect",
    key: `card-mail_case:${id}`,
    payload: { orderId, paymentId, kind: "mail_case", caseId: id },
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
