import { type ReactNode, useEffect, useRef } from "react"

interface PageHeadProps {
  title: string
  lead?: ReactNode
  /** Beside the text, if there is room. */
  picture?: ReactNode
}

/** A page's heading with a lead below it. */
export function PageHead({ title, lead, picture }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {picture}
    </header>
  )
}

/**
 * The heading of a view that replaces another on the same page. It takes the focus and scrolls the page to the top,
 * so that the change is noticed.
 */
export function ViewHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="view-heading">
      {children}
    </h1>
  )
}
