/** How long a pointer rests on something before its tooltip appears (specification, section 9). */
const TOOLTIP_DELAY_MS = 700
/** So soon after one tooltip the next one does not make its reader wait. */
const TOOLTIP_SKIP_MS = 300
/** The time it takes a pointer to cross over onto the tooltip itself. */
const CROSSING_MS = 100

/** When a tooltip comes and goes: at most one, after a delay, at once where another has just been read. */
export function createTooltipTiming<Anchor>(show: (anchor: Anchor | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false
  let hiddenAt = -Infinity

  const put = (anchor: Anchor | null) => {
    clearTimeout(timer)
    if (isShown && anchor === null) hiddenAt = Date.now()
    isShown = anchor !== null
    show(anchor)
  }
  return {
    /** A pointer has come to rest on something. */
    enter(anchor: Anchor): void {
      clearTimeout(timer)
      if (isShown || Date.now() - hiddenAt < TOOLTIP_SKIP_MS) put(anchor)
      else timer = setTimeout(put, TOOLTIP_DELAY_MS, anchor)
    },
    /** The pointer has left it, perhaps for the tooltip. */
    leave(): void {
      clearTimeout(timer)
      if (isShown) timer = setTimeout(put, CROSSING_MS, null)
    },
    /** The pointer has reached the tooltip. */
    stay(): void {
      clearTimeout(timer)
    },
    /** The keyboard has reached it: nobody arrives there by chance. */
    showNow: put,
    /** It was pressed, or Escape was. */
    hide(): void {
      put(null)
    },
  }
}
