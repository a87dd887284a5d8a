import { FAILED_EVENT } from "./hydration"

/** Not the begin of a press: what appears under a finger would take it. */
const INTERACTIONS = ["pointermove", "keydown", "input", "click", "scroll"] as const
/** By then the page is at rest. */
const IDLE_MS = 2000

/** Resolves when there is a network: at once, as a rule. A browser remembers a failed import, so none may begin without. */
export function whenOnline(): Promise<void> {
  if (typeof window === "undefined" || navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }))
}

/** Runs after the next frame, so that the page shows its answer to a press before any other work begins. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run))

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

/** A browser remembers a failed import until a reload: the page says that a part is missing, and offers to reload. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  await whenOnline()
  return load().catch((failure: unknown) => {
    document.dispatchEvent(new Event(FAILED_EVENT))
    throw failure
  })
}
