import { HYDRATED_EVENT, START_ELEMENT } from "./hydration"

/**
 * The first script of a page, and the only one that comes along with it. It brings the others once the page has come and
 * been painted: on a slow line they would take their share of it from the letters and pictures the reader waits for.
 * A reader who moves brings them at once. Presses on buttons that nobody answers yet are kept until somebody does.
 */
const LOAD_TIMEOUT_MS = 3000
const INTERACTION_EVENTS = ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"] as const

/** Every script of the page, what another imports before it. */
const scripts = document.getElementById(START_ELEMENT)?.dataset.scripts?.split(" ") ?? []
const loading = new AbortController()
const hydrated = new AbortController()

function loadScripts(): void {
  if (loading.signal.aborted) return
  loading.abort()
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }))
  void importScripts()
}

/** One after another, so that each is a short task and the page answers between them. */
async function importScripts(): Promise<void> {
  for (const script of scripts) await import(/* @vite-ignore */ script)
}

/** When something has been seen and two more frames are on their way, all that came before is on the screen. */
function loadScriptsAfterPaint(): void {
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadScripts)))
  })
  painted.observe({ type: "paint", buffered: true })
}

/** Once each: who presses again before there is an answer may only have been in doubt. */
const pressedButtons = new Set<HTMLButtonElement>()

document.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element && event.target.closest("button")
    if (!button) return
    event.preventDefault()
    pressedButtons.add(button)
  },
  { signal: hydrated.signal },
)
document.addEventListener(HYDRATED_EVENT, () => void replayPresses(), { once: true })

/** What one press changes is drawn before the next is answered: who pressed 'more' and then 'Add to Cart' gets two. */
async function replayPresses(): Promise<void> {
  hydrated.abort()
  for (const button of pressedButtons) {
    button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

for (const sign of INTERACTION_EVENTS)
  window.addEventListener(sign, loadScripts, { passive: true, signal: loading.signal })
if (document.readyState === "complete") loadScriptsAfterPaint()
else window.addEventListener("load", loadScriptsAfterPaint, { signal: loading.signal })
setTimeout(loadScripts, LOAD_TIMEOUT_MS)
