import type { ReactNode } from "react"

interface EmptyStateProps {
  title: string
  text: ReactNode
  /** A drawing to go with it, as a path on this origin. */
  art?: string
  /** 1 where it is all there is on the page. */
  level?: 1 | 2
  children?: ReactNode
}

/** Nothing is here, said kindly, with the next step. */
export function EmptyState({ title, text, art, level = 2, children }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2"
  return (
    <div className="empty-state">
      {art && <img src={art} alt="" width={640} height={440} className="empty-state__art" />}
      <Heading className="empty-state__title">{title}</Heading>
      <p className="empty-state__text">{text}</p>
      {children}
    </div>
  )
}
