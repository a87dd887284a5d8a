import type { ReactNode } from "react"

interface PageHeadProps {
  title: string
  lead?: ReactNode
  /** Beside the words, where there is room. */
  picture?: ReactNode
}

/** A page's heading with a sentence below it. */
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
