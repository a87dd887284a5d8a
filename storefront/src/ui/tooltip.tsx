import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useTopDialog } from "./top-dialog"

const GAP_PX = 6
const EDGE_PX = 8

/** The page's only tooltip. It repeats an accessible name, so screen readers skip it. */
export function Tooltip() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [timing] = useState(() => createTooltipTiming<HTMLElement>(setAnchor))
  const dialog = useTopDialog()

  useEffect(() => {
    const over = (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || !(event.target instanceof Element)) return
      const next = anchorOf(event.target)
      if (event.target.closest(".tooltip")) timing.stay()
      else if (next) timing.enter(next)
      else timing.leave()
    }
    const focused = (event: FocusEvent) => {
      const next = anchorOf(event.target)
      if (next?.matches(":focus-visible") && !isBroughtIn(event)) timing.showNow(next)
      else timing.hide()
    }
    const pressedKey = (event: KeyboardEvent) => event.key === "Escape" && timing.hide()
    const hide = () => timing.hide()
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener("pointerover", over, { signal })
    document.addEventListener("focusin", focused, { signal })
    document.addEventListener("focusout", hide, { signal })
    document.addEventListener("pointerdown", hide, { signal })
    document.addEventListener("keydown", pressedKey, { signal, capture: true })
    document.addEventListener("scroll", hide, { signal, capture: true, passive: true })
    // The reader was there before this code was.
    const focusedNow = document.activeElement?.closest("dialog") ? null : anchorOf(document.activeElement)
    const hoveredNow = document.querySelector<HTMLElement>("[data-tooltip]:hover")
    if (focusedNow?.matches(":focus-visible")) timing.showNow(focusedNow)
    else if (hoveredNow && matchMedia("(hover: hover)").matches) timing.enter(hoveredNow)
    return () => listening.abort()
  }, [timing])

  if (!anchor?.isConnected) return null
  const bubble = <Bubble key={anchor.dataset.tooltip} anchor={anchor} text={anchor.dataset.tooltip ?? ""} />
  return dialog ? createPortal(bubble, dialog) : bubble
}

/** Below its element, or above it if there is no room, and always inside the window. */
function Bubble({ anchor, text }: { anchor: HTMLElement; text: string }) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element?.showPopover) return
    if (!element.matches(":popover-open")) element.showPopover()
    const at = anchor.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const left = Math.min(
      at.left + (at.width - width) / 2,
      document.documentElement.clientWidth - width - EDGE_PX,
    )
    const fitsBelow = at.bottom + GAP_PX + height <= window.innerHeight
    element.style.left = `${Math.max(EDGE_PX, left)}px`
    element.style.top = `${fitsBelow ? at.bottom + GAP_PX : at.top - GAP_PX - height}px`
  }, [anchor, text])
  return (
    <div ref={bubble} popover="manual" role="tooltip" aria-hidden="true" className="tooltip">
      {text}
    </div>
  )
}

/** An opening dialog moves the focus to its first control. The reader has not chosen that control. */
function isBroughtIn({ target, relatedTarget }: FocusEvent): boolean {
  const dialog = target instanceof Element && target.closest("dialog")
  return dialog ? !(relatedTarget instanceof Node && dialog.contains(relatedTarget)) : false
}

const anchorOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null

/** A tooltip appears after this delay (specification, section 9). */
const TOOLTIP_DELAY_MS = 700
/** Within this time after one tooltip, the next appears without delay. */
const TOOLTIP_SKIP_MS = 300
/** The time for a pointer to move onto the tooltip itself. */
const CROSSING_MS = 100

/** Decides when a tooltip is shown: one at a time, after a delay, and at once after another one. */
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
    stay(): void {
      clearTimeout(timer)
    },
    /** The keyboard focus is a deliberate choice. */
    showNow: put,
    hide(): void {
      put(null)
    },
  }
}
