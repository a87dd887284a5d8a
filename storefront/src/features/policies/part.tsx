import type { ReactNode } from "react"

/** A part of a policy under its heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)
