import type { ReactNode } from "react"

export function Terms({ children }: { children: ReactNode }) {
  return (
    <dl className="txt-compact-small grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {children}
    </dl>
  )
}

export function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ui-fg-subtle">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
