import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { releaseStock, withPaymentLocked } from "medusa-payments/workflows"
import { idRow, querySql } from "../platform/sql/query"
import { cancelOwnOrder } from "./cancel-own-order"
import { runEach } from "./executions"
import { recoverStaffCancellations } from "./staff-cancellation"

/** An index serves it (migration-scripts/index-orders.ts): it has the same condition. */
const INTERRUPTED = `
  select id from "order" o where metadata ->> 'cancelled_by' is not null and status <> 'canceled' and deleted_at is null
     and not exists (select 1 from bitcoin_reinstatement r where r.order_id = o.id)`

/**
 * Cancelled orders of the last day that still reserve stock. When the answer to Medusa's last write is lost, it takes the cancellation
 * for failed and reserves the stock again, but the order is cancelled.
 */
const STILL_RESERVED = `
  select o.id, array_agg(distinct i.item_id) as lines
    from "order" o join order_item i on i.order_id = o.id and i.deleted_at is null
    join reservation_item r on r.line_item_id = i.item_id and r.deleted_at is null
   where o.status = 'canceled' and o.deleted_at is null and o.canceled_at > now() - interval '1 day'
     and not exists (select 1 from bitcoin_reinstatement b where b.order_id = o.id)`

const stillReservedRow = z.object({ id: z.string(), lines: z.array(z.string()) })

/**
 * Carries out what a crash interrupted, if it is still possible: a cancellation by buyer or staff, and the
 * release of a cancelled order's stock.
 * @throws MedusaError as `runEach`
 */
export async function recoverCancellations(container: MedusaContainer): Promise<void> {
  await runEach(
    "kinds of recovery",
    [cancelForBuyers, recoverStaffCancellations, releaseCancelled],
    (recover) => recover(container),
  )
}

async function cancelForBuyers(container: MedusaContainer): Promise<void> {
  await runEach("interrupted cancellations", await querySql(container, idRow, INTERRUPTED), ({ id }) =>
    cancelOwnOrder(container, id, null),
  )
}

async function releaseCancelled(container: MedusaContainer): Promise<void> {
  const reserved = await querySql(container, stillReservedRow, `${STILL_RESERVED} group by 1`)
  await runEach("releases of cancelled orders' stock", reserved, ({ id }) =>
    withPaymentLocked(container, id, async () => {
      // Staff may have taken the order up again meanwhile.
      const sql = `${STILL_RESERVED} and o.id = :id group by 1`
      const [still] = await querySql(container, stillReservedRow, sql, { id })
      if (still !== undefined) await releaseStock(container, still.lines)
    }),
  )
}
