import { container } from "@medusajs/framework"
import { logger } from "@medusajs/framework/logger"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { settleBitcoinPayments } from "../workflows/settle-bitcoin/settle"
import { acquireLeadership } from "./leader-election"
import { singleFlight } from "./single-flight"

interface WatcherOptions {
  databaseUrl: string
  /** Between two rounds, in milliseconds. */
  intervalMs: number
  /** How long this process lets others go first, in milliseconds. */
  afterMs: number
}

/**
 * The watcher's beat, in every process that serves: whichever leads has a round every few seconds, the others stand by.
 * It is no scheduled job, for those run where there is a worker; orders are paid whether or not one is alive.
 */
export function startWatcher({ databaseUrl, intervalMs, afterMs }: WatcherOptions): void {
  const leadership = acquireLeadership({
    databaseUrl,
    afterMs,
    onHeld: () => logger.info("Bitcoin: this process watches the chain now"),
    onError: (error) => logger.warn(`Bitcoin: the watcher's lead cannot be asked for: ${String(error)}`),
  })
  const runRound = singleFlight(round)
  const interval = setInterval(() => {
    if (leadership.isHeld()) void runRound()
  }, intervalMs)
  interval.unref()
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => clearInterval(interval))
}

async function round(): Promise<void> {
  try {
    // Before everything is loaded an event would find nobody who listens.
    if (!container.hasRegistration(BITCOIN_PAYMENT)) return
    const bitcoin = container.resolve(BITCOIN_PAYMENT)
    if (!(await bitcoin.hasStarted())) return
    await bitcoin.finish(settleBitcoinPayments(container))
  } catch (error) {
    logger.error(`Bitcoin: a round of the watcher failed: ${String(error)}`)
  }
}
