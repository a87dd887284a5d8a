import { generateEntityId } from "@medusajs/framework/utils"
import { rows, type Connection } from "./database"

interface OutboxMessage {
  readonly topic: "bitcoin-effect" | "bitcoin-refund" | "refund-address"
  /** Storing a key a second time changes nothing. */
  readonly key: string
  readonly payload: { readonly orderId: string } & Readonly<Record<string, string | number>>
  /** The key of a message that must be finished first. */
  readonly after: string | null
  /** Not to be processed earlier; 0: at once. */
  readonly notBefore: number
}

/** Stores something to be done in the application's outbox, the table `outbox_message`, in the caller's transaction. */
export async function enqueue(
  transaction: Connection,
  { topic, key, payload, after, notBefore }: OutboxMessage,
): Promise<void> {
  await rows(
    transaction,
    `insert into outbox_message (id, topic, key, payload, after_key, next_attempt_at)
     values (?, ?, ?, ?::jsonb, ?, greatest(now(), ?)) on conflict (key) do nothing`,
    [generateEntityId(undefined, "outmsg"), topic, key, JSON.stringify(payload), after, new Date(notBefore)],
  )
}
