import { container } from "@medusajs/framework"
import { logger } from "@medusajs/framework/logger"
import { watcherLeader } from "../../platform/metrics/metrics"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { singleFlight, type Leadership } from "medusa-payment-bitcoin/watcher"
import { findCardPayments } from "../../orders/payment-method"

/** One query of an index. */
const INTERVAL_MS = 1000

export function startCardWatcher(leadership: Leadership, signal: AbortSignal): void {
  const pollCards = singleFlight(cardRound)
  const interval = setInterval(() => {
    const isLeader = leadership.isHeld()
    watcherLeader.set(isLeader ? 1 : 0)
    if (isLeader) void pollCards()
  }, INTERVAL_MS)
  interval.unref()
  signal.addEventListener("abort", () => clearInterval(interval), { once: true })
}

/** Wakes the worker that carries out the effects of what changed. */
async function cardRound(): Promise<void> {
  try {
    if (!container.hasRegistration(OUTBOX)) return
    const outbox = container.resolve(OUTBOX)
    const cards = findCardPayments(container)
    // Before everything is loaded, events would find no subscribers.
    if (cards === null || !(await outbox.hasStarted())) return
    if (await cards.poll()) await outbox.wakeWorker()
  } catch (error) {
    logger.error(`Card payments: a round of the watcher failed: ${String(error)}`)
  }
}
