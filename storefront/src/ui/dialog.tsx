import { useEffect, useId, useRef, type ReactNode } from "react"
import { IconButton } from "./button"
import { classNames } from "./class-names"
import { Icon } from "./icon"
import { clearCartToast } from "./toast-store"
import { registerOpenDialog } from "./top-dialog"

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  side?: boolean
  className?: string
  children: ReactNode
}

/** The platform's modal dialog. A click outside closes it too. Its content exists only while it is open. */
export function Dialog({ open, onClose, title, side, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!open) {
      if (!element.open) return
      element.close()
      // The element that opened it, and would get the focus back, may be gone.
      if (document.activeElement === document.body)
        document.querySelector("main")?.focus({ preventScroll: true })
      return
    }
    clearCartToast()
    if (!element.open) element.showModal()
    return registerOpenDialog(element)
  }, [open])

  return (
    <dialog
      ref={dialog}
      className={classNames("dialog", side && "dialog--side", className)}
      aria-labelledby={titleId}
      // Before the browser gives the focus back: the next key may open it again, and `close` comes only after that.
      onCancel={onClose}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      // A press that starts inside, for example to select text, may end outside without closing.
      onPointerDown={(event) => (pressedOutside.current = event.target === event.currentTarget)}
      onClick={(event) => pressedOutside.current && event.target === event.currentTarget && onClose()}
    >
      {open && (
        <div className="dialog__panel">
          <header className="dialog__header">
            <h2 id={titleId} className="dialog__title">
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}
