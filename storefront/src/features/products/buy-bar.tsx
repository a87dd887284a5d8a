import { type ReactNode, type RefObject, useEffect, useState } from "react"

interface BuyBarProps {
  /** The real quantity and buttons: while any of it is on the screen, the bar could cover what a finger presses. */
  panel: RefObject<HTMLElement | null>
  price: string
  weight: string
  children: ReactNode
}

export function BuyBar({ panel, price, weight, children }: BuyBarProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!panel.current) return
    const observer = new IntersectionObserver(([entry]) => setIsShown(entry?.isIntersecting === false))
    observer.observe(panel.current)
    return () => observer.disconnect()
  }, [panel])
  if (!isShown) return null
  return (
    <div className="buy-bar">
      <p>
        <strong>{price}</strong>
        <span>{weight}</span>
      </p>
      {children}
    </div>
  )
}
