import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelUnpaidOrderWorkflow, releaseStock, withPaymentLocked } from "medusa-payments/workflows"
import { readCancellationFacts } from "../orders/cancellation"
import {
  interruptedCancellations,
  interruptedStaffCancellations,
  readReservedByCancelled,
  removeMarks,
} from "../platform/medusa-tables/order-marks"
import { cancelOwnOrder } from "./cancel-own-order"
import { runEach } from "./run-each"

/** Cancellations by buyer or staff, and the release of their stock, if still possible. @throws MedusaError as `runEach` */
export async function recoverCancellations(container: MedusaContainer): Promise<void> {
  await runEach("kinds of recovery", [cancelForBuyers, cancelForStaff, releaseCancelled], (recover) =>
    recover(container),
  )
}

async function cancelForBuyers(container: MedusaContainer): Promise<void> {
  await runEach("interrupted cancellations", await interruptedCancellations(container), (orderId) =>
    cancelOwnOrder(container, orderId, null),
  )
}

/** Unless they were packed since. */
async function cancelForStaff(container: MedusaContainer): Promise<void> {
  const interrupted = await interruptedStaffCancellations(container, { orderId: null })
  await runEach("interrupted cancellations by staff", interrupted, (orderId) =>
    withPaymentLocked(container, orderId, async () => {
      // Staff may have taken the order up again meanwhile.
      const [still] = await interruptedStaffCancellations(container, { orderId })
      if (still === undefined) return
      const facts = await readCancellationFacts(container, orderId)
      if (facts?.status === "pending" && !facts.isPacked)
        await cancelUnpaidOrderWorkflow(container).run({ input: { orderId } })
      await removeMarks(container, { orderId, keys: ["cancelling_since"] })
    }),
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
