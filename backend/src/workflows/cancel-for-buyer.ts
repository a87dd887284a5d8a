import { OUTBOX } from "medusa-payments/modules/outbox"
import { outboxTopics } from "./outbox/topics"
import { cancelOwnOrder } from "./cancel-own-order"

/** How long the buyer waits for what follows from the cancellation. */
const EFFECTS_TIMEOUT_MS = 5000

/** Waits for the first attempt at what follows, so that the page shows it. */
export async function cancelForBuyer(
  ...[container, orderId, refund]: Parameters<typeof cancelOwnOrder>
): ReturnType<typeof cancelOwnOrder> {
  const result = await cancelOwnOrder(container, orderId, refund)
  if (result.ok)
    await container.resolve(OUTBOX).processOrder(outboxTopics(container), orderId, EFFECTS_TIMEOUT_MS)
  return result
}
