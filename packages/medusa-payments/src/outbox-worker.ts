import type { MedusaContainer } from "@medusajs/framework/types"
import { OUTBOX, type Topic } from "./modules/outbox"

/** Retries and the messages of a process that died wait this long; new messages wake the worker at once. */
const POLL_MS = 1000

let isStarted = false

/** Processes the outbox until the signal aborts, once however often it is called. Any number of processes may do so. */
export function startOutboxWorker(
  container: MedusaContainer,
  topicsOf: (container: MedusaContainer) => Readonly<Record<string, Topic>>,
  signal: AbortSignal,
): void {
  if (isStarted) return
  isStarted = true
  let isListening = false
  const poll = async () => {
    if (!container.hasRegistration(OUTBOX)) return
    const outbox = container.resolve(OUTBOX)
    if (!(await outbox.hasStarted())) return
    const round = (only?: string) =>
      Object.entries(topicsOf(container))
        .filter(([name]) => only === undefined || name === only)
        .map(([name, topic]) => outbox.process(name, topic, signal))
    if (!isListening) await outbox.onEnqueue((topic) => void Promise.all(round(topic)))
    isListening = true
    await Promise.all(round())
  }
  const timer = setInterval(() => void poll(), POLL_MS)
  timer.unref()
  signal.addEventListener("abort", () => clearInterval(timer), { once: true })
}
