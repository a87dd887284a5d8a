import { z } from "@medusajs/framework/zod"
import { rows, type Connection } from "./database"

const CHANNEL = "bitcoin_invoice_changed"
const RETRY_MS = 2000

/** Tells every process, when the transaction commits, that something about this order's payment changed. */
export async function notifyInvoiceChanged(connection: Connection, orderId: string): Promise<void> {
  await rows(connection, `select pg_notify('${CHANNEL}', ?)`, [orderId])
}

/** What we use of the `pg` client that knex hands out. */
const clientSchema = z.custom<{
  query(sql: string): Promise<unknown>
  on(event: "notification", listener: (message: { payload?: string }) => void): void
  on(event: "error" | "end", listener: () => void): void
  end(): Promise<void>
}>((value) => typeof value === "object" && value !== null && "query" in value && "on" in value)

/** What we use of knex's own client: a connection that the pool does not count. */
const poolSchema = z.custom<{ acquireRawConnection(): Promise<unknown> }>(
  (value) => typeof value === "object" && value !== null && "acquireRawConnection" in value,
)

/** Who wants to know about which order. */
export interface Notifications {
  /** @returns how to stop listening */
  subscribe(orderId: string, onChange: () => void): () => void
}

/**
 * One listening connection for all open pages of this process, opened with the first of them. When it breaks it is
 * opened again, and everybody is told to look, for something may have been missed.
 */
export function listenForNotifications(
  connection: Connection,
  onFailure: (error: unknown) => void,
): Notifications {
  const listeners = new Map<string, Set<() => void>>()
  let isOpen = false

  const notify = (orderId: string) => listeners.get(orderId)?.forEach((onChange) => onChange())
  const notifyAll = () => [...listeners.keys()].forEach(notify)

  async function open(): Promise<void> {
    if (isOpen) return
    isOpen = true
    try {
      const client = clientSchema.parse(await poolSchema.parse(connection.client).acquireRawConnection())
      client.on("notification", ({ payload }) => payload !== undefined && notify(payload))
      client.on("error", reopenLater)
      client.on("end", reopenLater)
      await client.query(`listen ${CHANNEL}`)
      notifyAll()
    } catch (error) {
      onFailure(error)
      reopenLater()
    }
  }

  function reopenLater(): void {
    if (!isOpen) return
    isOpen = false
    setTimeout(() => {
      if (listeners.size > 0) void open()
    }, RETRY_MS).unref()
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
