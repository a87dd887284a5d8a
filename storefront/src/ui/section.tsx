import { useId, type ReactNode } from "react"
import { classNames } from "./class-names"

interface SectionProps {
  title: string
  lead?: ReactNode
  /** Beside the heading: a link to more, for example. */
  aside?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** A part of a page under a heading, named by it. */
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
