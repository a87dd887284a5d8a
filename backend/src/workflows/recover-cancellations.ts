import type { MedusaContainer } from "@medusajs/framework/types"
import { idRow, querySql } from "../platform/sql/query"
import { cancelOwnOrder } from "./cancel-own-order"
import { runEach } from "./erase-orders"
import { recoverStaffCancellations } from "./staff-cancellation"

/** An index serves it (migration-scripts/index-orders.ts): it has the same condition. */
const INTERRUPTED = `
  select id from "order" o where metadata ->> 'cancelled_by' is not null and status <> 'canceled' and deleted_at is null
     and not exists (select 1 from bitcoin_reinstatement r where r.order_id = o.id)`

/**
 * Carries out what a crash interrupted, if it is still possible: a cancellation by buyer or staff.
 * @throws MedusaError as `runEach`
 */
export async function recoverCancellations(container: MedusaContainer): Promise<void> {
  await runEach("kinds of recovery", [cancelForBuyers, recoverStaffCancellations], (recover) =>
    recover(container),
  )
}

async function cancelForBuyers(container: MedusaContainer): Promise<void> {
  await runEach("interrupted cancellations", await querySql(container, idRow, INTERRUPTED), ({ id }) =>
    cancelOwnOrder(container, id, null),
  )
}
