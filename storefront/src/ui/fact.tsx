import type { ReactNode } from "react"

/** A row of a list of facts; nothing without its value. */
export function Fact({
  name,
  className,
  children,
}: {
  name: ReactNode
  className?: string
  children: ReactNode
}) {
  return children ? (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
}
