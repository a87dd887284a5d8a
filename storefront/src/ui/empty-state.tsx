import type { ReactNode } from "react"

/** Nothing is here, said kindly, with the next step. */
export function EmptyState({ title, text, children, level = 2 }: { title: string; text: ReactNode; children?: ReactNode; level?: 1 | 2 }) {
  const Heading = level === 1 ? "h1" : "h2"
  return (
    <div className="empty-state">
      <Heading className="empty-state__title">{title}</Heading>
      <p className="empty-state__text">{text}</p>
      {children}
    </div>
  )
}
