import type { ReactNode } from "react"

/** A page's heading with a sentence below it. */
export function PageHead({ title, lead }: { title: string; lead?: ReactNode }) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </header>
  )
}
