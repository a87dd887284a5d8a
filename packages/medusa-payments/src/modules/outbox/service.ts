import { setTimeout } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { OUTBOX_TABLE, rows } from "../../database"
import { readPluginOptions } from "../../read-input"
import { OutboxMessage } from "./models/outbox-message"
import { processTopic, type Active, type Outbox, type Topic } from "./process"
import { deleteUnleased, deleteUnleasedAbout, insertMessage, makeDue, waits, type NewMessage } from "./queue"

interface Dependencies {
  __pg_connection__: Knex
  logger: Logger
}

const optionsSchema = z.strictObject({ alertAfter: z.number().int().min(2).default(6) })
/** @throws MedusaError that names every option that is wrong */
export const readOutboxOptions = (options: unknown) =>
  readPluginOptions("medusa-payments", optionsSchema, options)
const countRow = z.object({ count: z.number().int() })

const WAIT_STEP_MS = 50

/** The transactional outbox: causes enqueue messages, and the worker of any process runs each one's handler. */
export default class OutboxService extends MedusaService({ OutboxMessage }) {
  private readonly connection: Knex
  private readonly logger: Logger
  private readonly alertAfter: number
  private readonly active = new Map<string, Active>()
  private readonly inProgress = new Set<Promise<void>>()
  private isApplicationStarted = false
  private wake: (topic?: string) => void = () => {}
  __hooks = {
    onApplicationStart: () => {
      this.isApplicationStarted = true
      return Promise.resolve()
    },
    // The framework closes the connections next.
    onApplicationPrepareShutdown: async () => {
      await Promise.allSettled(this.inProgress)
    },
  }

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.connection = dependencies.__pg_connection__
    this.logger = dependencies.logger
    this.alertAfter = readOutboxOptions(options).alertAfter
  }

  /** Stores a message in its cause's transaction; wakes the worker after the commit. False: the key exists, nothing changes. */
  async enqueue(message: NewMessage, connection = this.connection): Promise<boolean> {
    const isNew = await insertMessage(connection, message)
    if (!isNew) return false
    const isInTransaction = "executionPromise" in connection && connection.isTransaction === true
    const { topic } = message
    if (!isInTransaction) this.wake(topic)
    else
      Promise.resolve(connection.executionPromise).then(
        () => this.wake(topic),
        () => {},
      )
    return true
  }

  /** Deletes a message that no worker has started. */
  async withdraw(key: string): Promise<void> {
    await deleteUnleased(this.connection, key)
  }

  /** Deletes the messages of a topic about this that no worker has started. */
  async withdrawAbout(topic: string, about: Readonly<Record<string, string>>): Promise<void> {
    await deleteUnleasedAbout(this.connection, topic, about)
  }

  /** Has the messages of a topic about this processed now instead of at their time. */
  async expedite(topic: string, about: Readonly<Record<string, string>>): Promise<void> {
    await makeDue(this.connection, topic, about)
    this.wake(topic)
  }

  /** How many messages keep failing and had staff alerted. */
  async countFailing(): Promise<number> {
    const [row] = await rows(
      this.connection,
      `select count(*)::int as count from ${OUTBOX_TABLE} where finished_at is null and alerted_at is not null`,
      [],
    )
    return countRow.parse(row).count
  }

  /** Processes what is due for an order before all else, and waits until the timeout. Mails are left to the worker. */
  async processOrder(
    topics: Readonly<Record<string, Topic>>,
    orderId: string,
    timeoutMs: number,
  ): Promise<void> {
    this.wake()
    const until = Date.now() + timeoutMs
    const rounds = Object.entries(topics).flatMap(([name, topic]) =>
      name === "mail" ? [] : [processTopic(this.outbox(), name, topic, { orderId })],
    )
    const isAttempted = this.track(`order ${orderId}`, Promise.all(rounds))
    await Promise.race([isAttempted, setTimeout(timeoutMs, undefined, { ref: false })])
    // The worker of some process may have leased one of them before.
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

  /** Calls `wake` whenever this process has enqueued a message of a topic; without a topic, of any. */
  async onEnqueue(wake: (topic?: string) => void): Promise<void> {
    this.wake = wake
  }

  /** Processes what is due in a topic. Calls at the same time share its concurrency. */
  async process(name: string, topic: Topic, signal: AbortSignal): Promise<void> {
    const active = this.active.get(name) ?? { count: 0 }
    this.active.set(name, active)
    await this.track(name, processTopic(this.outbox(), name, topic, { signal, active }))
  }

  private outbox(): Outbox {
    const { connection, alertAfter, logger } = this
    return { connection, clock: () => new Date(), alertAfter, logger }
  }

  private track(what: string, work: Promise<unknown>): Promise<void> {
    const ended = work
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn(`Outbox: processing ${what} failed: ${String(error)}`))
      .finally(() => this.inProgress.delete(ended))
    this.inProgress.add(ended)
    return ended
  }

  private async isDue(orderId: string): Promise<boolean> {
    const due = await rows(
      this.connection,
      `select 1 from ${OUTBOX_TABLE} m
        where finished_at is null and next_attempt_at <= now() and topic <> 'mail' and payload ->> 'orderId' = ?
          and not ${waits("m")} limit 1`,
      [orderId],
    )
    return due.length > 0
  }
}
