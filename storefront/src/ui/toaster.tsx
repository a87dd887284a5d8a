import { useEffect, useRef, useState } from "react"
import { IconButton } from "./button"
import { classNames } from "./class-names"
import { Icon } from "./icon"
import { dismissToast, useToast, type Toast } from "./toast-store"

const HOTKEY = "F8"
const SWIPE_PX = 50

/** Where toasts appear: read out politely, above everything, reached with F8. */
export function Toaster() {
  const toast = useToast()
  const region = useRef<HTMLElement>(null)

  useEffect(() => {
    const focusOnHotkey = (event: KeyboardEvent) => event.key === HOTKEY && region.current?.focus()
    window.addEventListener("keydown", focusOnHotkey)
    return () => window.removeEventListener("keydown", focusOnHotkey)
  }, [])

  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    // Shown anew each time, so that it lies above a dialog opened in the meantime.
    if (element.matches(":popover-open")) element.hidePopover()
    if (toast) element.showPopover()
  }, [toast])

  return (
    <section
      ref={region}
      popover="manual"
      tabIndex={-1}
      className="toaster"
      aria-label={`Notifications (${HOTKEY})`}
    >
      <div aria-live="polite" aria-atomic="true">
        {toast && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const swipeFrom = useRef<number | null>(null)
  const dismiss = () => dismissToast(toast.id)

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [held, toast])

  return (
    <div
      className={classNames("toast", toast.tone === "destructive" && "toast--destructive")}
      onPointerMove={(event) => (event.movementX || event.movementY) && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => (swipeFrom.current = event.clientX)}
      onPointerUp={(event) => {
        if (swipeFrom.current !== null && Math.abs(event.clientX - swipeFrom.current) >= SWIPE_PX) dismiss()
        swipeFrom.current = null
      }}
    >
      <div>
        <p className="toast__title">{toast.title}</p>
        {toast.description && <p className="toast__description">{toast.description}</p>}
      </div>
      <IconButton label="Dismiss" onClick={dismiss}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}
