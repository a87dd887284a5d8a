import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelUnpaidOrderWorkflow, withPaymentLocked } from "medusa-payments/workflows"
import { readCancellationFacts } from "../orders/cancellation"
import { interruptedStaffCancellations, removeMarks } from "../platform/medusa-tables/order-marks"
import { runEach } from "./executions"

/** Cancels the orders whose cancellation a crash interrupted, unless they were packed since. @throws MedusaError as `runEach` */
export async function recoverStaffCancellations(container: MedusaContainer): Promise<void> {
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
