import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { deleteEndedOpenOrders } from "../platform/medusa-tables/order-lists"
import { markCancelling, removeMarks } from "../platform/medusa-tables/order-marks"
import {
  cancellableOrder,
  deleteEndedRecords,
  overdueOrders,
  unpaidOrdersOf,
} from "../platform/medusa-tables/unpaid-orders"
import { cancelUnpaidOrderWorkflow, withPaymentLocked } from "medusa-payments/workflows"
import { runEach } from "./run-each"

/**
 * Orders of the checkout without an open Bitcoin invoice, after `hours` without a capture: cards charged by hand, and what did
 * not end by its own payment. Several processes may run it at the same time. @throws MedusaError as `runEach`
 */
export async function endUnpaidOrders(container: MedusaContainer, hours: number): Promise<void> {
  const inRun = await container.resolve(BITCOIN_PAYMENT).gapGuard.ordersInRun()
  await deleteEndedRecords(container, { kept: inRun ?? [] })
  await deleteEndedOpenOrders(container)
  const overdue = await overdueOrders(container, { hours })
  await runEach("cancellations of unpaid orders", overdue, (orderId) => cancelIfUnpaid(container, orderId))
  if (overdue.length > 0)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(`${overdue.length} orders were not paid within ${hours} hours and are cancelled.`)
}

/**
 * All of a client (as in `readUnpaidClients`), except those that money was sent for: staff decide about each. Returns
 * how many. @throws MedusaError as `runEach`; BitcoinUnavailable while it is unknown which are paid, and then nothing
 * has changed
 */
export async function cancelUnpaidOrdersOf(
  container: MedusaContainer,
  client: string,
  cancelledBy: string,
): Promise<number> {
  const found = await unpaidOrdersOf(container, { client })
  const unpaid = found.map(({ id }) => id)
  await container.resolve(BITCOIN_PAYMENT).orderPolls.beforeDecision(unpaid)
  let cancelled = 0
  await runEach("cancellations", unpaid, async (orderId) => {
    if (await cancelIfUnpaid(container, orderId, cancelledBy)) cancelled += 1
  })
  return cancelled
}

async function cancelIfUnpaid(
  container: MedusaContainer,
  orderId: string,
  cancelledBy?: string,
): Promise<boolean> {
  return withPaymentLocked(container, orderId, async () => {
    const [unpaid] = await cancellableOrder(container, { orderId })
    if (unpaid === undefined) return false
    await markCancelling(container, { orderId })
    await cancelUnpaidOrderWorkflow(container).run({
      input: { orderId, cancelledBy },
    })
    await removeMarks(container, { orderId, keys: ["cancelling_since"] })
    return true
  })
}
