import type { MedusaContainer } from "@medusajs/framework/types"
import { singleFlight } from "medusa-payment-bitcoin/watcher"
import { finishMethodChanges } from "../workflows/order-changes/change-payment-method"
import { recoverIncompleteOrders } from "../workflows/place-order/recover"
import { recoveryWindow } from "../workflows/place-order/recovery-window"
import { recoverCancellations } from "../workflows/recover-cancellations"

const placed = recoveryWindow()

export default singleFlight(async (container: MedusaContainer) => {
  await placed.look((since) => recoverIncompleteOrders(container, since))
  try {
    await recoverCancellations(container)
  } finally {
    await finishMethodChanges(container)
  }
})

export const config = { name: "recover-incomplete-orders", schedule: { interval: 10_000 } }
