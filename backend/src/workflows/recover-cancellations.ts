import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelUnpaidOrderWorkflow, withPaymentLocked } from "medusa-payments/workflows"
import { readCancellationFacts } from "../orders/cancellation"
import {
  interruptedCancellations,
  interruptedStaffCancellations,
  removeMarks,
} from "../platform/medusa-tables/order-marks"
import { cancelOwnOrder } from "./cancel-own-order"
import { runEach } from "./run-each"

/** By buyer or staff, if still possible. @throws MedusaError as `runEach` */
export async function recoverCancellations(container: MedusaContainer): Promise<void> {
  await runEach("kinds of recovery", [cancelForBuyers, cancelForStaff], (recover) => recover(container))
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
