import { container } from "@medusajs/framework"
import { logger } from "@medusajs/framework/logger"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { OUTBOX } from "../modules/outbox"
import { acquireLeadership } from "./leader-election"
import { singleFlight } from "./single-flight"

interface WatcherOptions {
  databaseUrl: string
  /** Between two rounds, in milliseconds. */
  intervalMs: number
  /** How long this process leaves the leadership to others first, in milliseconds. */
  afterMs: number
}

/**
 * The watcher's loop, in every process that serves. The leader polls the chain every few seconds; the others only verify
 * addresses for their own checkouts. It is not a scheduled job, because those run only where there is a worker.
 */
export function startWatcher({ databaseUrl, intervalMs, afterMs }: WatcherOptions): void {
  const leadership = acquireLeadership({
    databaseUrl,
    afterMs,
    onHeld: () => logger.info("Bitcoin: this process leads and polls the chain"),
    onError: (error) => logger.warn(`Bitcoin: the leader election failed: ${String(error)}`),
  })
  const runRound = singleFlight(round)
  const interval = setInterval(() => void runRound(leadership.isHeld()), intervalMs)
  interval.unref()
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => clearInterval(interval))
}

async function round(isLeader: boolean): Promise<void> {
  try {
    // Before everything is loaded, events would find no subscribers.
    if (!container.hasRegistration(BITCOIN_PAYMENT)) return
    const bitcoin = container.resolve(BITCOIN_PAYMENT)
    if (!(await bitcoin.hasStarted())) return
    await bitcoin.finish(isLeader ? pollAndWakeOutbox() : bitcoin.standBy())
  } catch (error) {
    logger.error(`Bitcoin: a round of the watcher failed: ${String(error)}`)
  }
}

/** Polls the chain, then wakes the worker that carries out the effects of what changed. */
async function pollAndWakeOutbox(): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).poll()
  await container.resolve(OUTBOX).wakeWorker()
}
