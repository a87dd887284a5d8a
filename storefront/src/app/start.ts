import { ALIVE, START_ELEMENT } from "./alive"

/**
 * The first script of a page, and the only one that comes along with it. It brings the others once the page has come and
 * been painted: on a slow line they would take their share of it from the letters and pictures the reader waits for.
 * A reader who moves brings them at once. Presses on buttons that nobody answers yet are kept until somebody does.
 */
const LOAD_PATIENCE_MS = 3000
const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"] as const

/** Every script of the page, what another imports before it. */
const scripts = document.getElementById(START_ELEMENT)?.dataset.scripts?.split(" ") ?? []
const begun = new AbortController()
const alive = new AbortController()

function begin(): void {
  if (begun.signal.aborted) return
  begun.abort()
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }))
  void run()
}

/** One after another, so that each is a short task and the page answers between them. */
async function run(): Promise<void> {
  for (const script of scripts) await import(/* @vite-ignore */ script)
}

/** When something has been seen and two more frames are on their way, all that came before is on the screen. */
function beginAfterPaint(): void {
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  })
  painted.observe({ type: "paint", buffered: true })
}

/** Once each: who presses again before there is an answer may only have been in doubt. */
const pressed = new Set<HTMLButtonElement>()

document.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element && event.target.closest("button")
    if (!button) return
    event.preventDefault()
    pressed.add(button)
  },
  { signal: alive.signal },
)
document.addEventListener(ALIVE, () => void answer(), { once: true })

/** What one press changes is drawn before the next is answered: who pressed 'more' and then 'Add to Cart' gets two. */
async function answer(): Promise<void> {
  alive.abort()
  for (const button of pressed) {
    button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

for (const sign of SIGNS_OF_LIFE)
  window.addEventListener(sign, begin, { passive: true, signal: begun.signal })
if (document.readyState === "complete") beginAfterPaint()
else window.addEventListener("load", beginAfterPaint, { signal: begun.signal })
setTimeout(begin, LOAD_PATIENCE_MS)
