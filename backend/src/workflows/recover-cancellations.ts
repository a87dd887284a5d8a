import type { MedusaContainer } from "@medusajs/framework/types"
import { endReinstatement, findReinstatements } from "medusa-payment-bitcoin/workflows"
import { withPaymentLocked } from "medusa-payments/workflows"
import { idRow, querySql } from "../platform/sql/query"
import { cancelOwnOrder, forgetCancellation } from "./cancel-own-order"
import { runEach } from "./erase-orders"
import { recoverStaffCancellations } from "./staff-cancellation"

/** An index serves it (migration-scripts/index-orders.ts): it has the same condition. */
const INTERRUPTED = `
  select id from "order" o where metadata ->> 'cancelled_by' is not null and status <> 'canceled' and deleted_at is null
     and not exists (select 1 from bitcoin_reinstatement r where r.order_id = o.id)`

/**
 * Ends what a crash interrupted: a cancellation by buyer or staff is carried out, if it is still possible, and an order that staff were
 * taking up again stays cancelled, unless their action was stored.
 * @throws MedusaError as `runEach`
 */
export async function recoverCancellations(container: MedusaContainer): Promise<void> {
  await runEach(
    "kinds of recovery",
    [endReinstatements, cancelForBuyers, recoverStaffCancellations],
    (recover) => recover(container),
  )
}

async function endReinstatements(container: MedusaContainer): Promise<void> {
  await runEach("interrupted reinstatements", await findReinstatements(container), (orderId) =>
    withPaymentLocked(container, orderId, () => endReinstatement(container, orderId, forgetCancellation)),
  )
}

async function cancelForBuyers(container: MedusaContainer): Promise<void> {
  await runEach("interrupted cancellations", await querySql(container, idRow, INTERRUPTED), ({ id }) =>
    cancelOwnOrder(container, id, null),
  )
}
