import { z } from "@medusajs/framework/zod"
import { notifyPaymentChanged, PAYMENT_CHANGED, type Connection } from "medusa-payments/database"

const RETRY_MS = 2000
const MISSED_MS = 1000

/** The subscription of the process that polls. No order has this id. */
export const POLL_REQUESTED = "poll requested"

export async function notifyPollRequested(connection: Connection): Promise<void> {
  await notifyPaymentChanged(connection, POLL_REQUESTED)
}

export interface ListenClient {
  query(sql: string): Promise<unknown>
  on(event: "notification", listener: (message: { payload?: string }) => void): void
  on(event: "error" | "end", listener: () => void): void
  end(): Promise<void>
}

const clientSchema = z.custom<ListenClient>(
  (value) => typeof value === "object" && value !== null && "query" in value && "end" in value,
)

/** Medusa's pool. Its knex client opens connections that do not count as the pool's. */
export interface PooledConnection extends Connection {
  readonly client: { acquireRawConnection(): Promise<unknown> }
}

export interface Notifications {
  /** @returns how to unsubscribe */
  subscribe(orderId: string, onChange: () => void): () => void
}

/** Until something about one of these orders changed, or a second has passed: a notification may be lost. */
export async function nextChange(notifications: Notifications, orderIds: readonly string[]): Promise<void> {
  const stops: (() => void)[] = []
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MISSED_MS)
    stops.push(
      () => clearTimeout(timer),
      ...orderIds.map((orderId) => notifications.subscribe(orderId, resolve)),
    )
  })
  for (const stop of stops) stop()
}

/** One listening connection, opened with the first subscription. After a break all are called: changes may have been missed. */
export function subscribeToChanges(
  { client: pool }: Pick<PooledConnection, "client">,
  onFailure: (error: unknown) => void,
  retryMs = RETRY_MS,
): Notifications {
  const listeners = new Map<string, Set<() => void>>()
  let isOpen = false

  const notify = (orderId: string) => listeners.get(orderId)?.forEach((onChange) => onChange())

  async function open(): Promise<void> {
    if (isOpen) return
    isOpen = true
    let client: ListenClient | null = null
    let isBroken = false
    const reopenLater = () => {
      if (isBroken) return
      isBroken = true
      isOpen = false
      // A connection that failed may still be open on the server.
      client?.end().catch(onFailure)
      setTimeout(() => {
        if (listeners.size > 0) void open()
      }, retryMs).unref()
    }
    try {
      client = clientSchema.parse(await pool.acquireRawConnection())
      client.on("notification", ({ payload }) => payload !== undefined && notify(payload))
      client.on("error", reopenLater)
      client.on("end", reopenLater)
      await client.query(`listen ${PAYMENT_CHANGED}`)
      for (const orderId of listeners.keys()) notify(orderId)
    } catch (error) {
      onFailure(error)
      reopenLater()
    }
  }

  return {
    subscribe(orderId, onChange) {
      const others = listeners.get(orderId) ?? new Set()
      listeners.set(orderId, others.add(onChange))
      void open()
      return () => {
        others.delete(onChange)
        if (others.size === 0) listeners.delete(orderId)
      }
    },
  }
}
