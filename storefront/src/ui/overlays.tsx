import { useEffect, type PointerEvent, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { afterPaint } from "../lib/later"
import { whenOnline } from "../lib/online"
import { Button, IconButton } from "./button"
import { classNames } from "./class-names"
import { Icon } from "./icon"
import { dismissToast, holdToast, releaseToast, type Toast, useToast } from "./toast-store"
import { Tooltip } from "./tooltip"
import { useTopDialog } from "./top-dialog"

export function Overlays({ onViewCart }: { onViewCart: () => void }) {
  // The picture of the page that says that there is no connection. Then it could not be loaded.
  useEffect(() => {
    void whenOnline().then(() => (new Image().src = "/art/not-found.svg"))
  }, [])
  return (
    <>
      <Tooltip />
      <Toaster onViewCart={onViewCart} />
    </>
  )
}

const HOTKEY = "F8"
const SWIPE_PX = 50

interface ToasterProps {
  onViewCart: (() => void) | null
}

/** The place of toasts: announced, above everything, and reached with F8. */
export function Toaster({ onViewCart }: { onViewCart: () => void }) {
  const dialog = useTopDialog()
  const region = <ToastRegion onViewCart={dialog ? null : onViewCart} />
  return dialog ? createPortal(region, dialog) : region
}

/** Always rendered, and empty in its first frame: screen readers announce changes in a region, not a new region. */
function ToastRegion({ onViewCart }: ToasterProps) {
  const current = useToast()
  const [isReady, setIsReady] = useState(false)
  const toast = isReady ? current : null
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)

  useEffect(() => {
    const element = region.current
    afterPaint(() => setIsReady(true))
    releaseToast() // It may have waited for this code.
    if (element?.showPopover && !element.matches(":popover-open")) element.showPopover()
    const focusOnHotkey = (event: KeyboardEvent) => {
      if (event.key !== HOTKEY || !element) return
      event.preventDefault()
      if (!element.contains(document.activeElement)) cameFrom.current = document.activeElement
      element.focus()
    }
    window.addEventListener("keydown", focusOnHotkey)
    return () => {
      window.removeEventListener("keydown", focusOnHotkey)
      releaseToast()
    }
  }, [])

  const dismiss = (id: number) => {
    const hadFocus = region.current?.contains(document.activeElement)
    dismissToast(id)
    if (hadFocus && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }

  return (
    <section
      ref={region}
      popover="manual"
      tabIndex={-1}
      className="toaster"
      aria-label={`Notifications (${HOTKEY})`}
      onFocus={holdToast}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && releaseToast()}
    >
      <div aria-live={toast?.tone === "destructive" ? "assertive" : "polite"} aria-atomic="true">
        {toast && (
          <ToastCard
            key={toast.id}
            toast={toast}
            onDismiss={() => dismiss(toast.id)}
            onViewCart={onViewCart}
          />
        )}
      </div>
    </section>
  )
}

const isFocusIn = (element: Element | null) => element?.contains(document.activeElement) ?? false

interface ToastCardProps extends ToasterProps {
  toast: Toast
  onDismiss: () => void
}

function ToastCard({ toast, onDismiss, onViewCart }: ToastCardProps) {
  const swipe = useSwipe(onDismiss)
  const actions = (toast.actions ?? []).flatMap((action) => {
    if (action !== "view-cart") return [action]
    return onViewCart ? [{ label: "View cart", run: onViewCart }] : []
  })
  return (
    <div
      {...swipe}
      className={classNames("toast", toast.tone === "destructive" && "toast--destructive")}
      // Scrolling under a resting pointer does not hold a toast. Moving the pointer does.
      onMouseMove={(event) => (event.movementX || event.movementY) && holdToast()}
      // A keyboard focus inside holds it.
      onMouseLeave={({ currentTarget }) => !isFocusIn(currentTarget.closest("section")) && releaseToast()}
    >
      <div className="toast__text">
        <p className="toast__title">{toast.title}</p>
        {toast.description && <p className="toast__description">{toast.description}</p>}
      </div>
      {actions.length > 0 && (
        <div className="toast__actions">
          {actions.map(({ label, run }) => (
            <Button
              key={label}
              look="quiet"
              onClick={() => {
                onDismiss()
                run()
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <IconButton label="Dismiss" onClick={onDismiss}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}

/** Smaller movements are a resting finger. */
const SLACK_PX = 4

/** It follows the finger, disappears from `SWIPE_PX` CSS pixels on, and springs back before that. */
function useSwipe(onSwipe: () => void) {
  const from = useRef<number | null>(null)

  const moved = (event: PointerEvent) => (from.current === null ? 0 : event.clientX - from.current)
  const end = (event: PointerEvent<HTMLElement>) => {
    from.current = null
    event.currentTarget.style.translate = ""
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.isPrimary) from.current = event.clientX
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const x = moved(event)
      if (Math.abs(x) < SLACK_PX) return
      // Captured only now, so that a press on a button inside stays the button's.
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.style.translate = `${x}px`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isSwipe = Math.abs(moved(event)) >= SWIPE_PX
      end(event)
      if (isSwipe) onSwipe()
    },
    onPointerCancel: end,
  }
}
