import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { startOutboxWorker } from "medusa-payments/outbox-worker"
import { paymentTopics } from "medusa-payments/review"
import { querySql } from "medusa-payments/database"
import {
  BITCOIN_PAYMENT,
  BITCOIN_PROVIDERS,
  BITCOIN_REGIONS,
  bitcoinProvider,
  bitcoinRegion,
} from "../modules/bitcoin-payment"
import { startWatcher } from "../watcher"
import { findOrdersWithoutInvoice, openInvoiceOfOrder } from "../workflows/open-invoice"
import { withPaymentLocked } from "medusa-payments/workflows"
import { endReinstatement, findReinstatements } from "../workflows/reinstate-order"
import { findUnsettledCancellations, settleCancellation } from "../workflows/settle-cancellation"

const POLL_MS = 5000
/** Medusa's table of orders has no index by the time of their cancellation. */
const RUNS_BETWEEN_CANCELLATIONS = 12
let runs = 0
const untilShutdown = new AbortController()
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => untilShutdown.abort())

/** Starts the watcher and the outbox's worker, unless the application has, and does what a crash has left undone. */
export default async function watchBitcoinPayments(container: MedusaContainer): Promise<void> {
  const { databaseUrl } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  if (databaseUrl !== undefined)
    startWatcher({ databaseUrl, intervalMs: POLL_MS, afterMs: 0, signal: untilShutdown.signal })
  startOutboxWorker(container, paymentTopics, untilShutdown.signal)
  if (runs === 0) await warnOfTerms(container)
  const hasCancellations = runs++ % RUNS_BETWEEN_CANCELLATIONS === 0
  await forEachOrder(container, "no invoice yet", await findOrdersWithoutInvoice(container), (orderId) =>
    openInvoiceOfOrder(container, orderId),
  )
  await forEachOrder(
    container,
    "its reopening has not ended yet",
    await findReinstatements(container),
    (orderId) => withPaymentLocked(container, orderId, () => endReinstatement(container, orderId)),
  )
  await forEachOrder(
    container,
    "its cancellation is not settled yet",
    hasCancellations ? await findUnsettledCancellations(container) : [],
    (orderId) => settleCancellation(container, orderId),
  )
}

/** Terms that do not hold where they are meant to. */
async function warnOfTerms(container: MedusaContainer): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const regions = bitcoin.regionsWithoutRule(await querySql(container, bitcoinRegion, BITCOIN_REGIONS, {}))
  if (regions.length > 0) {
    const names = regions.map(({ currency, provider }) => `${currency} (${provider})`).join(", ")
    logger.warn(
      `Bitcoin: no rule of \`confirmations\` names ${names}; the last one holds there at every price.`,
    )
  }
  const listed = await querySql(container, bitcoinProvider, BITCOIN_PROVIDERS, {})
  const unknown = bitcoin.termsWithoutProvider(listed.map(({ id }) => id))
  if (unknown.length > 0)
    logger.warn(
      `Bitcoin: \`providerTerms\` names ${unknown.join(", ")}, which the payment module does not list: these terms hold nowhere.`,
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
