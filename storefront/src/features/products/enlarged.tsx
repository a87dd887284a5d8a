import type { ProductImage } from "@shop/contracts"
import { useEffect } from "react"
import { alternativeText, nextPicture } from "../../lib/product-images"
import { Button } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { Picture } from "../../ui/picture"

interface EnlargedProps {
  open: boolean
  onClose: () => void
  name: string
  pictures: readonly ProductImage[]
  index: number
  onShow: (index: number) => void
}

/** A picture wider than its frame is moved by the same keys. */
const isScrolled = (target: EventTarget | null) =>
  target instanceof Element && target.scrollWidth > target.clientWidth

/** One picture, larger than a phone's page, with those beside it. */
export function Enlarged({ open, onClose, name, pictures, index, onShow }: EnlargedProps) {
  const picture = pictures[index]
  const count = pictures.length
  // Wherever in the dialog the focus is.
  useEffect(() => {
    if (!open) return
    const follow = (event: KeyboardEvent) => {
      const next = isScrolled(event.target) ? null : nextPicture(event, index, count)
      if (next === null) return
      event.preventDefault()
      onShow(next)
    }
    document.addEventListener("keydown", follow)
    return () => document.removeEventListener("keydown", follow)
  }, [open, index, count, onShow])
  return (
    <Dialog open={open} onClose={onClose} title={name} className="enlarged">
      <div className="enlarged__content">
        {/* What is scrolled must be reached by keyboard. */}
        <div className="enlarged__picture" tabIndex={0} role="group" aria-label="Larger picture">
          {picture && (
            <Picture
              key={picture.src}
              src={picture.src}
              alt={alternativeText(name, picture.alt, index)}
              use="zoom"
              when="soon"
            />
          )}
        </div>
        {count > 1 && (
          <div className="enlarged__buttons">
            <Button look="secondary" ariaDisabled={index === 0} onClick={() => onShow(index - 1)}>
              Previous
            </Button>
            <p role="status">
              {index + 1} of {count}
            </p>
            <Button look="secondary" ariaDisabled={index === count - 1} onClick={() => onShow(index + 1)}>
              Next
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
