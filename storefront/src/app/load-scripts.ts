import { FAILED_EVENT, HYDRATED_EVENT } from "../lib/hydration"

/**
 * Inside the HTML: it records presses from the first paint on, and loads scripts and later styles after it, because on a slow
 * connection they would compete with text and pictures. The first interaction loads them at once. A pointer that moves is none:
 * browsers report that when a page appears under it.
 */
const LOAD_TIMEOUT_MS = 3000
const INTERACTION_EVENTS = ["pointerdown", "touchstart", "keydown", "scroll"] as const

const listed = document.currentScript?.dataset
/** All scripts of the page, imports first. */
const scripts = listed?.scripts?.split(" ") ?? []
const loading = new AbortController()

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
  try {
    for (const script of scripts) await import(/* @vite-ignore */ script)
  } catch {
    await recover()
  }
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
const recording = new AbortController()
let isHydrated = false

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

/** Whether React handles its presses: it marks what it has hydrated. A part below the first screen follows later. */
const isLive = (button: HTMLButtonElement): boolean =>
  isHydrated && Object.keys(button).some((key) => key.startsWith("__react"))

for (const press of PRESSES)
  window.addEventListener(
    press,
    (event) => {
      const button = event.target instanceof Element && event.target.closest("button")
      if (!button || isLive(button)) return
      event.stopPropagation()
      if (press !== "click") return
      event.preventDefault()
      pressedButtons.add(button)
      button.dataset.pressed = ""
      button.ariaBusy = "true"
    },
    { signal: recording.signal, capture: true },
  )

/** Each press is rendered before the next one is replayed: "more" followed by "Add to Cart" adds two. */
async function replayPresses(): Promise<void> {
  isHydrated = true
  for (const button of [...pressedButtons].filter(isLive)) {
    // What was chosen before hydration is rendered first, too.
    await new Promise((resolve) => setTimeout(resolve))
    release(button)
    button.click()
  }
}

function release(button: HTMLButtonElement): void {
  pressedButtons.delete(button)
  delete button.dataset.pressed
  button.ariaBusy = null
}

let hasFailed = false

/**
 * A new release may have removed a script: loads the page once more, unless presses would be lost or the server does not answer.
 * Then, and when a later part is missing, the page says so. The rest works.
 */
async function recover(): Promise<void> {
  if (hasFailed) return
  hasFailed = true
  const isLossless = !isHydrated && pressedButtons.size === 0
  recording.abort()
  pressedButtons.forEach(release)
  const [load] = performance.getEntriesByType("navigation")
  const isReloaded = load instanceof PerformanceNavigationTiming && load.type === "reload"
  const isReachable = () => fetch(location.href, { method: "HEAD" }).catch(() => null)
  if (isLossless && !isReloaded && (await isReachable())) location.reload()
  else document.body.insertAdjacentHTML("beforeend", FAILURE)
}

const FAILURE = `<div class="page-notice" role="alert"><p>Part of this page could not be loaded, and some buttons may not work. <a href="">Reload</a></p></div>`

document.addEventListener(HYDRATED_EVENT, () => void replayPresses())
document.addEventListener(FAILED_EVENT, () => void recover())
for (const sign of INTERACTION_EVENTS)
  window.addEventListener(sign, loadScripts, { passive: true, capture: true, signal: loading.signal })
window.addEventListener("load", loadScriptsAfterPaint, { signal: loading.signal })
setTimeout(loadScripts, LOAD_TIMEOUT_MS)
