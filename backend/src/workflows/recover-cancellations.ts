import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { withPaymentLocked } from "medusa-payment-bitcoin/workflows"
import { querySql } from "../query/query"
import { cancelOwnOrder } from "./cancel-own-order"
import { runEach } from "./erase-orders"
import { endReinstatement } from "./reinstate-order"

const interruptedRow = z.object({ orderId: z.string(), isReinstating: z.boolean() })

/** An index serves it (migration-scripts/index-orders.ts): it has the same condition. */
const INTERRUPTED = `
  select id as "orderId", metadata ->> 'reinstating' is not null as "isReinstating" from "order"
   where (metadata ->> 'reinstating' is not null or (metadata ->> 'cancelled_by' is not null and status <> 'canceled'))
     and deleted_at is null`

/**
 * Ends what a crash interrupted: a buyer's cancellation is carried out, if it is still possible, and an order that staff were
 * taking up again stays cancelled, unless their action was stored.
 * @throws MedusaError as `runEach`
 */
export async function recoverCancellations(container: MedusaContainer): Promise<void> {
  const found = await querySql(container, interruptedRow, INTERRUPTED, {})
  await runEach("interrupted cancellations", found, async ({ orderId, isReinstating }) => {
    if (isReinstating) await withPaymentLocked(container, orderId, () => endReinstatement(container, orderId))
    else await cancelOwnOrder(container, orderId, null)
  })
}
