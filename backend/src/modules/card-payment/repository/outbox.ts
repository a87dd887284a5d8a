import { generateEntityId } from "@medusajs/framework/utils"
import type { CardPayment, EffectKind } from "../domain/payment"
import { rows, type Connection } from "./database"

interface OutboxMessage {
  readonly topic: "card-effect" | "card-refund"
  /** Storing a key a second time changes nothing. */
  readonly key: string
  readonly payload: { readonly orderId: string } & Readonly<Record<string, string>>
  readonly after?: string
  /** Not to be processed earlier, in milliseconds [at once]. */
  readonly notBefore?: number
}

/** Stores something to be done in the application's outbox, the table `outbox_message`, in the caller's transaction. */
export async function enqueue(
  tx: Connection,
  { topic, key, payload, after, notBefore = 0 }: OutboxMessage,
): Promise<void> {
  await rows(
    tx,
    `insert into outbox_message (id, topic, key, payload, after_key, next_attempt_at)
     values (?, ?, ?, ?::jsonb, ?, greatest(now(), ?)) on conflict (key) do nothing`,
    [
      generateEntityId(undefined, "outmsg"),
      topic,
      key,
      JSON.stringify(payload),
      after ?? null,
      new Date(notBefore),
    ],
  )
}

/** Most buyers try another card at once: they are mailed only if that did not succeed. */
const MAIL_DECLINED_AFTER_MS = 3 * 60_000

/** Stores the effects of a change. Each kind happens once for each payment. */
export async function enqueueEffects(
  tx: Connection,
  { id: paymentId, orderId }: Pick<CardPayment, "id" | "orderId">,
  effects: readonly EffectKind[],
  now: number,
): Promise<void> {
  const keyOf = (kind: EffectKind) => `card-${kind}:${paymentId}`
  for (const kind of effects)
    await enqueue(tx, {
      topic: "card-effect",
      key: keyOf(kind),
      payload: { orderId, paymentId, kind },
      ...(kind === "mail_paid" && { after: keyOf("capture") }),
      ...(kind === "mail_declined" && { notBefore: now + MAIL_DECLINED_AFTER_MS }),
    })
}

/** Has a refund made at the processor, recorded in Medusa, and its buyer notified. */
export async function enqueueRefund(tx: Connection, orderId: string, refundId: string): Promise<void> {
  await enqueue(tx, { topic: "card-refund", key: `card-refund:${refundId}`, payload: { orderId, refundId } })
}

/** The channel of all payment methods: open pages of this order read it again when the transaction commits. */
export async function notifyPaymentChanged(tx: Connection, orderId: string): Promise<void> {
  await rows(tx, `select pg_notify('order_payment_changed', ?)`, [orderId])
}
