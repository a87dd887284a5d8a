import { setMaxListeners } from "node:events"

const controller = new AbortController()
// Every page that follows an order listens.
setMaxListeners(0, controller.signal)
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => controller.abort())

/**
 * Aborted when this process is asked to end. Medusa then waits, for as long as it takes, for every answer that was begun;
 * what would go on for ever listens here.
 */
export const shutdownSignal: AbortSignal = controller.signal
