import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { findOrdersWithoutInvoice, openInvoiceOfOrder } from "../workflows/open-invoice"
import { withPaymentLocked } from "medusa-payments/workflows"
import { endReinstatement, findReinstatements } from "../workflows/reinstate-order"
import { bitcoinTopics } from "../workflows/settle"

/**
 * Polls the blockchain for open invoices, then settles their orders. Processes that poll at the same time do more work,
 * and no harm: every verdict is stored with the version of the invoice that it was drawn from.
 */
export default async function watchBitcoinPayments(container: MedusaContainer): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  if (!bitcoin.isAutomatic) return
  await bitcoin.finish(bitcoin.poll())
  const outbox = container.resolve(OUTBOX)
  const topics = Object.entries(bitcoinTopics(container))
  const { signal } = new AbortController()
  await Promise.all(topics.map(([name, topic]) => outbox.process(name, topic, signal)))
  await forEachOrder(container, "no invoice yet", await findOrdersWithoutInvoice(container), (orderId) =>
    openInvoiceOfOrder(container, orderId),
  )
  await forEachOrder(
    container,
    "its reopening has not ended yet",
    await findReinstatements(container),
    (orderId) => withPaymentLocked(container, orderId, () => endReinstatement(container, orderId)),
  )
}

/** One order that fails does not stop the others. */
async function forEachOrder(
  container: MedusaContainer,
  failure: string,
  orderIds: readonly string[],
  work: (orderId: string) => Promise<unknown>,
): Promise<void> {
  for (const orderId of orderIds)
    try {
      await work(orderId)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`Bitcoin: order ${orderId}: ${failure}: ${reason}`)
    }
}

export const config = {
  name: "watch-bitcoin-payments",
  schedule: { interval: 5000, concurrency: "forbid" },
}
