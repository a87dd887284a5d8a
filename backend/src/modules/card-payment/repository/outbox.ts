import type { CardPayment, EffectKind } from "../domain/payment"
import type { Connection } from "medusa-payments/database"
import type { RefundChoice } from "medusa-payments/refund-choice"
import { insertMessage } from "medusa-payments/modules/outbox"

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
    await insertMessage(tx, {
      topic: "card-effect",
      key: keyOf(kind),
      payload: { orderId, paymentId, kind },
      ...(kind === "mail_paid" && { after: keyOf("capture") }),
      ...(kind === "mail_declined" && { notBefore: new Date(now + MAIL_DECLINED_AFTER_MS) }),
    })
}

/** Has a refund made at the processor, recorded in Medusa, and its buyer notified. */
export async function enqueueRefund(
  tx: Connection,
  orderId: string,
  refundId: string,
  chosen?: RefundChoice,
): Promise<void> {
  await insertMessage(tx, {
    topic: "card-refund",
    key: `card-refund:${refundId}`,
    payload: { orderId, refundId, ...(chosen && { chosen }) },
  })
}
