import { useEffect, useRef, type ReactNode } from "react"

/** The heading of a view that takes another's place on the same page: it takes the focus, so that the change is heard and the keyboard is there. */
export function ViewHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="view-heading">
      {children}
    </h1>
  )
}
