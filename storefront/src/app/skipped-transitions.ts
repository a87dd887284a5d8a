/**
 * A page change that another overtakes skips its view transition, and the platform calls that an error. It is none, and
 * neither the router nor anybody else has to hear of it.
 */
export function ignoreSkippedTransitions(): void {
  window.addEventListener("unhandledrejection", (event) => {
    const reason: unknown = event.reason
    const isSkipped =
      reason instanceof DOMException && /transition/i.test(reason.message) && SKIPPED.includes(reason.name)
    if (isSkipped) event.preventDefault()
  })
}

/** Overtaken, or begun while nobody could see it. */
const SKIPPED: readonly string[] = ["AbortError", "InvalidStateError"]
