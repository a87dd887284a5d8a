import { type ReactNode, useEffect, useRef, useId } from "react"
import { classNames } from "./class-names"

interface PageHeadProps {
  title: string
  lead?: ReactNode
  picture?: ReactNode
}

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

/** For a view that replaces another on the same page: focus and scroll to the top show the change. */
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

interface SectionProps {
  title: string
  lead?: ReactNode
  aside?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

export function Section({ title, lead, aside, id, className, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} className={classNames("section", className)} aria-labelledby={headingId}>
      <div className="wrap">
        <div className="section__head">
          <div>
            <h2 id={headingId}>{title}</h2>
            {lead && <p className="section__lead">{lead}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  )
}
