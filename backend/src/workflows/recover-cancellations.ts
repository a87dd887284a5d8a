import type { MedusaContainer } from "@medusajs/framework/types"
import { releaseStock, withPaymentLocked } from "medusa-payments/workflows"
import { interruptedCancellations, readReservedByCancelled } from "../platform/medusa-tables/order-marks"
import { cancelOwnOrder } from "./cancel-own-order"
import { runEach } from "./executions"
import { recoverStaffCancellations } from "./staff-cancellation"

/** Cancellations by buyer or staff, and the release of their stock, if still possible. @throws MedusaError as `runEach` */
export async function recoverCancellations(container: MedusaContainer): Promise<void> {
  await runEach(
    "kinds of recovery",
    [cancelForBuyers, recoverStaffCancellations, releaseCancelled],
    (recover) => recover(container),
  )
}

async function cancelForBuyers(container: MedusaContainer): Promise<void> {
  await runEach("interrupted cancellations", await interruptedCancellations(container), (orderId) =>
    cancelOwnOrder(container, orderId, null),
  )
}

async function releaseCancelled(container: MedusaContainer): Promise<void> {
  const reserved = await readReservedByCancelled(container, { orderId: null })
  await runEach("releases of cancelled orders' stock", reserved, ({ id }) =>
    withPaymentLocked(container, id, async () => {
      // Staff may have taken the order up again meanwhile.
      const [still] = await readReservedByCancelled(container, { orderId: id })
      if (still !== undefined) await releaseStock(container, still.lines)
    }),
  )
}
