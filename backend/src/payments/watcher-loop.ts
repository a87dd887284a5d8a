import { container } from "@medusajs/framework"
import { logger } from "@medusajs/framework/logger"
import { causeOf } from "../platform/config/logger"
import { watcherLeader } from "../platform/metrics/metrics"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { findCardPayments } from "../orders/payment-method"
import { acquireLeadership } from "../platform/server/leader-election"
import { singleFlight } from "../platform/server/single-flight"

interface WatcherOptions {
  databaseUrl: string
  /** Between two rounds, in milliseconds. */
  intervalMs: number
  /** How long this process leaves the leadership to others first, in milliseconds. */
  afterMs: number
}

/**
 * The watcher's loop, in every process that serves. The leader polls the chain every few seconds, and the card processor; the others only verify
 * addresses for their own checkouts. It is not a scheduled job, because those run only where there is a worker.
 */
export function startWatcher({ databaseUrl, intervalMs, afterMs }: WatcherOptions): void {
  const leadership = acquireLeadership({
    databaseUrl,
    afterMs,
    onHeld: () => logger.info("Bitcoin: this process leads and polls the chain"),
    onError: (error) => logger.warn(`Bitcoin: the leader election failed: ${causeOf(error)}`),
  })
  /** How often some process needed to know what is paid now. A round that is under way may have begun before. */
  let requests = 0
  const runRound = singleFlight(async (isLeader: boolean) => {
    let answered: number
    do {
      answered = requests
      await round(isLeader)
    } while (answered !== requests)
  })
  function requestRound(): void {
    if (!leadership.isHeld()) return
    requests += 1
    void runRound(true)
  }
  const pollCards = singleFlight(cardRound)
  const intervals = [
    setInterval(() => {
      const isLeader = leadership.isHeld()
      watcherLeader.set(isLeader ? 1 : 0)
      void runRound(isLeader)
    }, intervalMs),
    setInterval(() => {
      listenOnce(requestRound).catch((error: unknown) => logger.error(`Bitcoin: ${causeOf(error)}`))
      if (leadership.isHeld()) void pollCards()
    }, CARD_INTERVAL_MS),
  ]
  for (const interval of intervals) interval.unref()
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => intervals.forEach((interval) => clearInterval(interval)))
}

/** Between two looks for card payments that are due: one query of an index. */
const CARD_INTERVAL_MS = 1000

/** Reads card payments that are due from the processor, then wakes the worker that carries out the effects. */
async function cardRound(): Promise<void> {
  try {
    const cards = findCardPayments(container)
    if (cards === null || (await startedBitcoin()) === null) return
    if (await cards.poll()) await container.resolve(OUTBOX).wakeWorker()
  } catch (error) {
    logger.error(`Card payments: a round of the watcher failed: ${String(error)}`)
  }
}

let isListening = false

/** Requests are heard from the start, not from the first round on: that may be minutes later. */
async function listenOnce(requestRound: () => void): Promise<void> {
  const bitcoin = await startedBitcoin()
  if (isListening || bitcoin === null) return
  isListening = true
  await bitcoin.onPollRequested(requestRound)
}

/** @returns null before everything is loaded: events would find no subscribers */
async function startedBitcoin() {
  if (!container.hasRegistration(BITCOIN_PAYMENT)) return null
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  return (await bitcoin.hasStarted()) ? bitcoin : null
}

async function round(isLeader: boolean): Promise<void> {
  try {
    const bitcoin = await startedBitcoin()
    if (bitcoin !== null) await bitcoin.finish(isLeader ? pollAndWakeOutbox() : bitcoin.standBy())
  } catch (error) {
    logger.error(`Bitcoin: a round of the watcher failed: ${causeOf(error)}`)
  }
}

/** Polls the chain, then wakes the worker that carries out the effects of what changed. */
async function pollAndWakeOutbox(): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).poll()
  await container.resolve(OUTBOX).wakeWorker()
}
