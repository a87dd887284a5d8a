import { container } from "@medusajs/framework"
import { logger } from "@medusajs/framework/logger"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { followRefundBatches } from "../workflows/refund-batches"
import { acquireLeadership, type Leadership } from "./leader-election"
import { singleFlight } from "./single-flight"

interface WatcherOptions {
  readonly databaseUrl: string
  readonly intervalMs: number
  readonly afterMs: number
  readonly signal: AbortSignal
}

let leadership: Leadership | null = null

/**
 * Once however often it is called. The leader polls the chain every few seconds, and at once when some process needs to know what
 * is paid; the others only verify addresses for their own checkouts. An application starts it in its servers too, where Medusa
 * runs no scheduled jobs. Returns who leads.
 */
export function startWatcher(options: WatcherOptions): Leadership {
  leadership ??= begin(options)
  return leadership
}

/** Between two attempts to listen for requests, until the application is loaded. */
const LISTEN_MS = 1000

function begin({ databaseUrl, intervalMs, afterMs, signal }: WatcherOptions): Leadership {
  const held = acquireLeadership({
    databaseUrl,
    afterMs,
    onHeld: () => logger.info("Bitcoin: this process leads and polls the chain"),
    onError: (error) => logger.warn(`Bitcoin: the leader election failed: ${reasonOf(error)}`),
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
    if (!held.isHeld()) return
    requests += 1
    void runRound(true)
  }
  const rounds = setInterval(() => void runRound(held.isHeld()), intervalMs)
  // Apart from the chain: neither waits for the other when it does not answer.
  const askLightning = singleFlight(async () => {
    if (held.isHeld()) await lightningRound(signal)
  })
  const lightningRounds = setInterval(() => void askLightning(), intervalMs)
  const listening = setInterval(() => {
    listen(requestRound).then(
      (isListening) => isListening && clearInterval(listening),
      (error: unknown) => logger.error(`Bitcoin: ${reasonOf(error)}`),
    )
  }, LISTEN_MS)
  const intervals = [rounds, lightningRounds, listening]
  for (const interval of intervals) interval.unref()
  signal.addEventListener("abort", () => intervals.forEach(clearInterval), { once: true })
  return held
}

/** Requests are heard from the start, not from the first round on: that may be minutes later. */
async function listen(requestRound: () => void): Promise<boolean> {
  const bitcoin = await startedBitcoin()
  if (bitcoin === null) return false
  await bitcoin.onPollRequested(requestRound)
  return true
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
    logger.error(`Bitcoin: a round of the watcher failed: ${reasonOf(error)}`)
  }
}

/** Whether the node's own news are heard; after a break the next round listens again. */
let isFollowing = false

async function lightningRound(signal: AbortSignal): Promise<void> {
  try {
    const bitcoin = await startedBitcoin()
    const lightning = bitcoin?.lightning
    if (!bitcoin || !lightning) return
    const wakeOutbox = () => void container.resolve(OUTBOX).wakeWorker()
    if (!isFollowing) {
      isFollowing = true
      void lightning.follow(wakeOutbox, signal).finally(() => (isFollowing = false))
    }
    await bitcoin.finish(lightning.round())
    wakeOutbox()
  } catch (error) {
    logger.error(`Bitcoin: a round of the Lightning node failed: ${reasonOf(error)}`)
  }
}

async function pollAndWakeOutbox(): Promise<void> {
  await container.resolve(BITCOIN_PAYMENT).poll()
  await followRefundBatches(container)
  await container.resolve(OUTBOX).wakeWorker()
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
