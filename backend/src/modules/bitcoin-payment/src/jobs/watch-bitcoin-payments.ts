import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { OUTBOX } from "../modules/outbox"
import { findOrdersWithoutInvoice, openInvoiceOfOrder } from "../workflows/open-invoice"
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
  await openMissingInvoices(container)
}

/** One order that fails does not stop the others. */
async function openMissingInvoices(container: MedusaContainer): Promise<void> {
  for (const orderId of await findOrdersWithoutInvoice(container))
    try {
      await openInvoiceOfOrder(container, orderId)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`Bitcoin: no invoice for order ${orderId} yet: ${reason}`)
    }
}

export const config = {
  name: "watch-bitcoin-payments",
  schedule: { interval: 5000, concurrency: "forbid" },
}
