import { type ReactNode, type RefObject, useEffect, useState } from "react"

interface BuyBarProps {
  /** The real buttons: the bar appears while they are off the screen. */
  buttons: RefObject<HTMLElement | null>
  price: string
  weight: string
  children: ReactNode
}

export function BuyBar({ buttons, price, weight, children }: BuyBarProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!buttons.current) return
    const observer = new IntersectionObserver(([entry]) => setIsShown(entry?.isIntersecting === false))
    observer.observe(buttons.current)
    return () => observer.disconnect()
  }, [buttons])
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
