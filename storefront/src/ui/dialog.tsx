import { useEffect, useId, useRef, type ReactNode } from "react"
import { IconButton } from "./button"
import { classNames } from "./class-names"
import { Icon } from "./icon"

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** A panel at the side of the screen instead of a box in its middle. */
  side?: boolean
  className?: string
  children: ReactNode
}

/**
 * The platform's own modal dialog: it traps and returns focus, closes on Escape and on a click outside.
 * Its content is there only while it is open.
 */
export function Dialog({ open, onClose, title, side, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      className={classNames("dialog", side && "dialog--side", className)}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
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
