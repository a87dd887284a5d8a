import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelUnpaidOrderWorkflow, withPaymentLocked } from "medusa-payments/workflows"
import { readCancellationFacts } from "../orders/cancellation"
import { idRow, querySql } from "../platform/sql/query"
import { runEach } from "./executions"

/**
 * Notes that staff, or the time of a card order, are cancelling it. Medusa releases the stock before it cancels: without the note,
 * a crash between the two would leave an order that stands without its stock.
 */
export async function markCancelling(container: MedusaContainer, orderId: string): Promise<void> {
  await querySql(
    container,
    idRow,
    `update "order" set metadata = coalesce(metadata, '{}') || jsonb_build_object('cancelling_since', now())
      where id = :orderId and status <> 'canceled' returning id`,
    { orderId },
  )
}

/** The cancellation has been answered: it is done, or nothing has changed. */
export async function forgetCancelling(container: MedusaContainer, orderId: string): Promise<void> {
  const sql = `update "order" set metadata = metadata - 'cancelling_since' where id = :orderId returning id`
  await querySql(container, idRow, sql, { orderId })
}

/** A cancellation takes a second or two. An index has the first three conditions (migration-scripts/index-orders.ts). */
const INTERRUPTED = `
  select id from "order" where metadata ->> 'cancelling_since' is not null and status <> 'canceled' and deleted_at is null
     and (metadata ->> 'cancelling_since')::timestamptz < now() - interval '1 minute'`

/** Cancels the orders whose cancellation a crash interrupted, unless they were packed since. @throws MedusaError as `runEach` */
export async function recoverStaffCancellations(container: MedusaContainer): Promise<void> {
  const interrupted = await querySql(container, idRow, INTERRUPTED)
  await runEach("interrupted cancellations by staff", interrupted, ({ id }) =>
    withPaymentLocked(container, id, async () => {
      // Staff may have taken the order up again meanwhile.
      const [still] = await querySql(container, idRow, `${INTERRUPTED} and id = :id`, { id })
      if (still === undefined) return
      const facts = await readCancellationFacts(container, id)
      if (facts?.status === "pending" && !facts.isPacked)
        await cancelUnpaidOrderWorkflow(container).run({ input: { orderId: id } })
      await forgetCancelling(container, id)
    }),
  )
}
