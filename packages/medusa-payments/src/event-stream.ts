import { setMaxListeners } from "node:events"
import type { ServerResponse } from "node:http"
import { inTurn } from "./in-turn"

/** Proxies and phones close silent connections; a comment line keeps them open. */
const HEARTBEAT_MS = 15_000
/** When a browser reconnects after the stream breaks. */
const RETRY_MS = 3000

const controller = new AbortController()
// Every open stream adds a listener.
setMaxListeners(0, controller.signal)
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => controller.abort())

/** Medusa waits for every response without a limit: a response that never ends must listen to this signal. */
export const shutdownSignal: AbortSignal = controller.signal

interface EventStream {
  /** The name of its messages. */
  readonly event: string
  /** Calls back after each change. @returns how to stop */
  readonly subscribe: (onChange: () => void) => Promise<() => void>
  /** The whole value. Null: there is none. */
  readonly read: () => Promise<object | null>
  /** HEAD asks whether there is something to follow. */
  readonly isHead: boolean
}

/**
 * Answers with server-sent events: the value now and after each change. Subscribes before it reads, and a new stream starts with the
 * current value: no change is lost.
 * @returns false, and nothing is answered: there is no value
 */
export async function streamChanges(
  res: ServerResponse,
  { event, subscribe, read, isHead }: EventStream,
): Promise<boolean> {
  await inTurn(res)
  const send = (value: object) => res.write(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`)
  let isReading = true
  let isStale = false
  async function sendChanges(): Promise<void> {
    // All notifications that arrive during a read cause one more read.
    while (isStale && !res.writableEnded) {
      isStale = false
      const value = await read()
      if (value !== null) send(value)
    }
    isReading = false
  }
  const disconnect = () => res.destroy()

  const stop = await subscribe(() => {
    isStale = true
    if (isReading) return
    isReading = true
    sendChanges().catch(disconnect)
  })
  res.once("close", stop)
  const isClosed = () => res.closed
  if (isClosed()) {
    stop()
    return true
  }

  const first = await read()
  if (first === null) {
    stop()
    return false
  }
  if (isClosed()) return true

  res.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    Connection: "keep-alive",
    "X-Accel-Buffering": "no",
  })
  if (isHead) {
    res.end()
    return true
  }
  res.write(`retry: ${RETRY_MS}\n\n`)
  send(first)
  const heartbeat = setInterval(() => res.write(": still here\n\n"), HEARTBEAT_MS)
  // The page reconnects to another server.
  const end = () => res.end()
  shutdownSignal.addEventListener("abort", end)
  res.once("close", () => {
    shutdownSignal.removeEventListener("abort", end)
    clearInterval(heartbeat)
  })
  await sendChanges().catch(disconnect)
  return true
}
