import type { ReactNode } from "react"

export interface AmountRow {
  label: string
  amount: ReactNode
  kind?: "discount" | "total" | "bitcoin"
}

export function TotalsList({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <dl className="totals">
      {rows.map(({ label, amount, kind }) => (
        <div key={label} className={kind && `totals__${kind}`}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
