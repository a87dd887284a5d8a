import { HYDRATED_EVENT, START_ELEMENT } from "./hydration"

/**
 * The first script of a page, and the only one that loads with it. It loads the others, and the styles of what they
 * show, after the page has been painted, because on a slow connection they would compete with its text and pictures.
 * The first interaction loads them at once; a pointer that moves is none, and the browser says it moves when the page
 * appears under it. Presses on buttons before hydration are recorded and replayed.
 */
const LOAD_TIMEOUT_MS = 3000
const INTERACTION_EVENTS = ["pointerdown", "touchstart", "keydown", "scroll"] as const

const listed = document.getElementById(START_ELEMENT)?.dataset
/** All scripts of the page, imports first. */
const scripts = listed?.scripts?.split(" ") ?? []
const loading = new AbortController()
const hydrated = new AbortController()

function loadScripts(): void {
  if (loading.signal.aborted) return
  loading.abort()
  // Before hydration nothing opens, and no other page appears. Should the styles fail, the page works without them.
  appendLink({ rel: "stylesheet", href: listed?.styles ?? "", onload: importScripts, onerror: importScripts })
  for (const href of scripts) appendLink({ rel: "modulepreload", href })
}

const appendLink = (properties: Partial<HTMLLinkElement>): void =>
  document.head.append(Object.assign(document.createElement("link"), properties))

/** Imports one script after another, so that each is a short task and the page can respond in between. */
async function importScripts(): Promise<void> {
  for (const script of scripts) await import(/* @vite-ignore */ script)
}

/** Waits for the first paint and two more frames. Then everything before is on the screen. */
function loadScriptsAfterPaint(): void {
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadScripts)))
  })
  painted.observe({ type: "paint", buffered: true })
}

/** Each button once: a reader who presses again may only have been in doubt. */
const pressedButtons = new Set<HTMLButtonElement>()

/** They do not reach React: it would hydrate the whole page within the event, and the page would freeze for that time. */
const PRESSES = [
  "pointerdown",
  "pointerup",
  "mousedown",
  "mouseup",
  "touchstart",
  "touchend",
  "click",
] as const

for (const press of PRESSES)
  window.addEventListener(
    press,
    (event) => {
      const button = event.target instanceof Element && event.target.closest("button")
      if (!button) return
      event.stopPropagation()
      if (press !== "click") return
      event.preventDefault()
      pressedButtons.add(button)
      button.dataset.pressed = ""
    },
    { signal: hydrated.signal, capture: true },
  )
document.addEventListener(HYDRATED_EVENT, () => void replayPresses(), { once: true })

/** Each press is rendered before the next one is replayed: "more" followed by "Add to Cart" adds two. */
async function replayPresses(): Promise<void> {
  hydrated.abort()
  for (const button of pressedButtons) {
    delete button.dataset.pressed
    button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

for (const sign of INTERACTION_EVENTS)
  window.addEventListener(sign, loadScripts, { passive: true, capture: true, signal: loading.signal })
// The load event waits for this script, as for every module in the HTML.
window.addEventListener("load", loadScriptsAfterPaint, { signal: loading.signal })
setTimeout(loadScripts, LOAD_TIMEOUT_MS)
