import { EventEmitter } from "node:events"
import { expect, it } from "vitest"
import { nextChange, subscribeToChanges, type Notifications } from "./notifications"

/** A connection whose LISTEN may fail. */
class FakeClient extends EventEmitter {
  isEnded = false
  constructor(private readonly failure: Error | null) {
    super()
  }
  async query(): Promise<void> {
    if (this.failure) throw this.failure
  }
  async end(): Promise<void> {
    this.isEnded = true
  }
}

it("closes each connection that breaks or cannot listen, and keeps one open", async () => {
  const clients: FakeClient[] = []
  const failures: unknown[] = []
  const refused = new Error("LISTEN was refused")
  const pool = {
    acquireRawConnection: async () => {
      const client = new FakeClient(clients.length === 0 ? refused : null)
      clients.push(client)
      return client
    },
  }
  const notifications = subscribeToChanges({ client: pool }, (error) => failures.push(error), 1)
  let calls = 0
  notifications.subscribe("order-1", () => (calls += 1))

  await expect.poll(() => calls).toBe(1)
  expect(failures).toEqual([refused])
  clients[1]?.emit("error", new Error("the connection broke"))
  clients[1]?.emit("end")
  await expect.poll(() => calls).toBe(2)
  expect(clients.map(({ isEnded }) => isEnded)).toEqual([true, true, false])

  clients[2]?.emit("notification", { payload: "order-1" })
  clients[2]?.emit("notification", { payload: "order-2" })
  expect(calls).toBe(3)
})

it("waits for the next change of one of several orders, and listens no longer than that", async () => {
  const listeners = new Map<string, () => void>()
  const notifications: Notifications = {
    subscribe: (orderId, onChange) => {
      listeners.set(orderId, onChange)
      return () => listeners.delete(orderId)
    },
  }
  let isOver = false
  const waiting = nextChange(notifications, ["order-1", "order-2"]).then(() => (isOver = true))
  expect(isOver).toBe(false)
  listeners.get("order-2")?.()
  await waiting
  expect(listeners.size).toBe(0)
})
