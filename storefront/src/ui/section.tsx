import { useId, type ReactNode } from "react"
import { classNames } from "./class-names"

interface SectionProps {
  title: string
  lead?: ReactNode
  /** Beside the heading, for example a link to more. */
  aside?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** A section of a page, labelled by its heading. */
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
