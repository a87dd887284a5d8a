import { setTimeout } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { OutboxMessage } from "./models/outbox-message"
import { processTopic, type Topic } from "./process"
import { deleteUnleased, insertMessage, rows, type NewMessage } from "./queue"

interface Dependencies {
  __pg_connection__: Knex
  logger: Logger
}

const optionsSchema = z.object({ alertAfter: z.number().int().min(2).default(6) })
const countRow = z.object({ count: z.number().int() })

const WAIT_STEP_MS = 50

/** The transactional outbox: causes enqueue messages, and the worker of any process runs each one's handler. */
export default class OutboxService extends MedusaService({ OutboxMessage }) {
  private readonly connection: Knex
  private readonly logger: Logger
  private readonly alertAfter: number
  private readonly inProgress = new Map<string, Promise<void>>()
  private isApplicationStarted = false
  private wake = () => {}
  /** The framework calls these. */
  __hooks = {
    onApplicationStart: () => {
      this.isApplicationStarted = true
      return Promise.resolve()
    },
    // The framework closes the connections next.
    onApplicationPrepareShutdown: async () => {
      await Promise.allSettled(this.inProgress.values())
    },
  }

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.connection = dependencies.__pg_connection__
    this.logger = dependencies.logger
    this.alertAfter = optionsSchema.parse(options ?? {}).alertAfter
  }

  /**
   * Stores a message and wakes the worker of this process after the commit.
   * @param connection the transaction of the cause
   * @returns false when the key exists already; then nothing changes
   */
  async enqueue(message: NewMessage, connection = this.connection): Promise<boolean> {
    const isNew = await insertMessage(connection, message)
    if (!isNew) return false
    const isInTransaction = "executionPromise" in connection && connection.isTransaction === true
    if (!isInTransaction) this.wake()
    else Promise.resolve(connection.executionPromise).then(this.wake, () => {})
    return true
  }

  /** Deletes a message that no worker has started. */
  async withdraw(key: string): Promise<void> {
    await deleteUnleased(this.connection, key)
  }

  /** How many messages keep failing and had staff alerted. */
  async countFailing(): Promise<number> {
    const [row] = await rows(
      this.connection,
      "select count(*)::int as count from outbox_message where finished_at is null and alerted_at is not null",
      [],
    )
    return countRow.parse(row).count
  }

  /** Wakes the worker and waits until it has attempted what is due for an order, or until the timeout. */
  async flushOrder(orderId: string, timeoutMs: number): Promise<void> {
    this.wake()
    const until = Date.now() + timeoutMs
    while (Date.now() < until && (await this.isDue(orderId))) await setTimeout(WAIT_STEP_MS)
  }

  /** Wakes the worker of this process, for messages that were stored without `enqueue`. */
  async wakeWorker(): Promise<void> {
    this.wake()
  }

  /** Whether the whole application is loaded, so that handlers find what they need. */
  async hasStarted(): Promise<boolean> {
    return this.isApplicationStarted
  }

  /** Calls `wake` whenever this process has enqueued a message. */
  async onEnqueue(wake: () => void): Promise<void> {
    this.wake = wake
  }

  /** Processes what is due in a topic. A round still in progress is not started twice. */
  async process(name: string, topic: Topic, signal: AbortSignal): Promise<void> {
    if (this.inProgress.has(name)) return
    const outbox = {
      connection: this.connection,
      clock: () => new Date(),
      alertAfter: this.alertAfter,
      logger: this.logger,
    }
    const round = processTopic(outbox, name, topic, signal)
      .catch((error: unknown) => this.logger.warn(`Outbox: a round of ${name} failed: ${String(error)}`))
      .finally(() => this.inProgress.delete(name))
    this.inProgress.set(name, round)
    await round
  }

  private async isDue(orderId: string): Promise<boolean> {
    const due = await rows(
      this.connection,
      `select 1 from outbox_message
        where finished_at is null and next_attempt_at <= now() and topic <> 'mail' and payload ->> 'orderId' = ? limit 1`,
      [orderId],
    )
    return due.length > 0
  }
}
