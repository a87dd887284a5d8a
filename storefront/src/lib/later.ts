import { MissingCodeError, TIMEOUT_MS } from "./api-error"
import { FAILED_EVENT } from "./hydration"
import { isOnline, whenOnline } from "./online"

/** Not the begin of a press: what appears under a finger would take it. */
const INTERACTIONS = ["pointermove", "keydown", "input", "click", "scroll"] as const
/** By then the page is at rest. */
const IDLE_MS = 2000

/**
 * Runs when the next frame is drawn, so that the page shows its answer to a press before any other work begins. One frame later,
 * because browsers draw beside the scripts: work that began with the frame would take the processor from its drawing.
 */
export const afterPaint = (run: () => void): void =>
  void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)))

/** Whether the page only appeared or changed under a resting pointer, for which browsers send a `pointermove` too. */
const isResting = (event: Event) =>
  event.type === "pointermove" &&
  event instanceof PointerEvent &&
  event.movementX === 0 &&
  event.movementY === 0

/** Once, after the frame of the first movement, press, key, input or scroll. @returns a function that stops waiting */
export function onFirstInteraction(run: () => void): () => void {
  const waiting = new AbortController()
  const once = (event: Event) => {
    if (isResting(event)) return
    waiting.abort()
    afterPaint(run)
  }
  for (const type of INTERACTIONS)
    window.addEventListener(type, once, { passive: true, signal: waiting.signal })
  return () => waiting.abort()
}

/** At the first interaction or after two seconds of rest, with a network. @returns a function that stops waiting */
export function loadLater(load: () => void): () => void {
  const start = () => {
    stop()
    void whenOnline().then(load)
  }
  const timer = setTimeout(start, IDLE_MS)
  const stopListening = onFirstInteraction(start)
  const stop = () => {
    clearTimeout(timer)
    stopListening()
  }
  return stop
}

/** A browser remembers a failed import until a reload: none begins without a network, and the page offers to reload. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  await whenOnline()
  return load().catch((failure: unknown) => {
    reportError(failure)
    document.dispatchEvent(new Event(FAILED_EVENT))
    throw new MissingCodeError()
  })
}

/** Fails without a network, after what is loaded has had its turn, and when the network stalls: what was asked for would happen by itself later. */
export const promptly = <Value>(value: Promise<Value>): Promise<Value> =>
  Promise.race([
    value,
    new Promise<never>((_resolve, reject) => setTimeout(reject, isOnline() ? TIMEOUT_MS : 0)),
  ])
