import { setMaxListeners } from "node:events"

const controller = new AbortController()
// Every open order page adds a listener.
setMaxListeners(0, controller.signal)
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => controller.abort())

/** Medusa waits for every response without a limit: a response that never ends must listen to this signal. */
export const shutdownSignal: AbortSignal = controller.signal
