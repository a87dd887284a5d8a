import { z } from "@medusajs/framework/zod"
import {
  LEASE_MS,
  insertMessage,
  leaseNext,
  markAlerted,
  markFinished,
  postpone,
  renewLease,
  scheduleRetry,
  type LeasedMessage,
  type NewMessage,
} from "./queue"
import type { Connection } from "../../database"

/** Thrown by a handler when no further attempt can help. The message ends as `failed`. */
export class PermanentFailure extends Error {}

/** What a handler did, or when it is to be called again because it is too early. */
export type Outcome = "done" | "skipped" | { readonly notBefore: Date }

export interface Topic {
  readonly concurrency: number
  /** May run more than once for one message, so it must be idempotent. A throw is retried. */
  readonly handle: (message: LeasedMessage) => Promise<Outcome>
  /** The longest delay between two attempts [10 minutes]. */
  readonly maxDelaySeconds?: number
  /** Attempts before the message ends as `failed` [no limit]. */
  readonly maxAttempts?: number
  /** What to send to staff about a message that keeps failing. Without it staff are not alerted. */
  readonly alert?: (message: LeasedMessage) => NewMessage
}

export interface Outbox {
  readonly connection: Connection
  readonly clock: () => Date
  readonly alertAfter: number
  readonly logger: { warn(text: string): void; error(text: string): void }
}

const MAX_DELAY_SECONDS = 600
const MAX_ERROR_LENGTH = 1000

/** Seconds until the next attempt: 2, 4, 8 … up to the maximum. @param attempts 1 or more */
export function retryDelaySeconds(attempts: number, maxDelaySeconds = MAX_DELAY_SECONDS): number {
  return Math.min(2 ** attempts, maxDelaySeconds)
}

export interface Active {
  count: number
}

interface Round {
  readonly signal?: AbortSignal
  readonly orderId?: string
  /** Shared by rounds that run at the same time: together they keep to the topic's concurrency. */
  readonly active?: Active
}

/** Processes the due messages of a topic until none is left. One message never stops another. */
export async function processTopic(
  outbox: Outbox,
  name: string,
  topic: Topic,
  { signal, orderId, active = { count: 0 } }: Round = {},
): Promise<void> {
  const next = async () =>
    signal?.aborted ? null : leaseNext(outbox.connection, name, outbox.clock(), orderId)
  const work = async (): Promise<void> => {
    if (active.count >= topic.concurrency) return
    active.count += 1
    const others: Promise<void>[] = []
    try {
      for (let message = await next(); message !== null; message = await next()) {
        // Where one message is due, others may be.
        others.push(work())
        await processMessage(outbox, topic, message)
      }
    } finally {
      active.count -= 1
    }
    await Promise.all(others)
  }
  await work()
}

async function processMessage(outbox: Outbox, topic: Topic, message: LeasedMessage): Promise<void> {
  const { connection, clock, logger } = outbox
  const renewal = setInterval(() => {
    renewLease(connection, message, clock()).catch((error: unknown) =>
      logger.warn(`Outbox: the lease of ${message.key} was not renewed: ${reasonOf(error)}`),
    )
  }, LEASE_MS / 3)
  try {
    const outcome = await topic.handle(message)
    if (typeof outcome === "string") await markFinished(connection, message, outcome, null)
    else await postpone(connection, message, outcome.notBefore)
  } catch (error) {
    await recordFailure(outbox, topic, message, error)
  } finally {
    clearInterval(renewal)
  }
}

async function recordFailure(
  { connection, clock, alertAfter, logger }: Outbox,
  topic: Topic,
  message: LeasedMessage,
  error: unknown,
): Promise<void> {
  const reason = reasonOf(error).slice(0, MAX_ERROR_LENGTH)
  const { key, attempts } = message
  const isFinal = error instanceof PermanentFailure || attempts >= (topic.maxAttempts ?? Infinity)
  const delay = retryDelaySeconds(attempts, topic.maxDelaySeconds)
  logger.warn(
    `Outbox: ${key} failed, attempt ${attempts}: ${reason} ${isFinal ? "No further attempt." : `Next attempt in ${delay} s.`}`,
  )
  if (isFinal) await markFinished(connection, message, "failed", reason)
  else await scheduleRetry(connection, message, reason, new Date(clock().getTime() + delay * 1000))
  if (topic.alert === undefined || message.alerted_at !== null || attempts < alertAfter) return
  try {
    const alert = topic.alert(message)
    await connection.transaction(async (trx) => {
      await insertMessage(trx, alert)
      await markAlerted(trx, message.id)
    })
    logger.error(`Outbox alert, a person is needed: ${JSON.stringify({ key, attempts, reason })}`)
  } catch (cause) {
    // The failure is recorded already. The next one tries to alert staff again.
    logger.warn(`Outbox: staff were not alerted of ${key}: ${reasonOf(cause)}`)
  }
}

/** Medusa's workflow engine throws plain objects with a message. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message)
  return String(error)
}
