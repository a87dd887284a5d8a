import type { Server } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

/** Two of the questions that the proxy asks about our health, and the answer to one (docker/Caddyfile). */
const DRAIN_MS = 6000

const drained = new WeakSet<Server>()
let isStopping = false

/** Told to stop: the proxy shall send its requests to the other server. */
export const isDraining = () => isStopping

/**
 * Medusa closes connections as soon as it is told to stop, and a request that the proxy just sent on one of them is lost. Here
 * the health fails first, and each answer ends its connection; Medusa closes when the proxy has noticed.
 */
export function drainBeforeClosing(server: Server): void {
  if (drained.has(server) || !canShutDown(server)) return
  drained.add(server)
  const close = server.shutdown.bind(server)
  server.shutdown = async (timeout) => {
    isStopping = true
    await sleep(DRAIN_MS)
    return close(timeout)
  }
}

/** Medusa adds it to its server. */
type MedusaServer = Server & { shutdown: (timeout?: number) => Promise<void> }

const canShutDown = (server: Server): server is MedusaServer =>
  "shutdown" in server && typeof server.shutdown === "function"
